/** A part of the document, as JSON. */
export type Json = Readonly<Record<string, unknown>>;
