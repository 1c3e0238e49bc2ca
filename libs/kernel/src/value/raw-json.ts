/**
 * A JSON document as the text it came as: digits, the order of members and members that are given twice are
 * what they were (§2.10, D179). Never parsed and printed again on its way.
 */
export type JsonText = string & { readonly jsonText: unique symbol };

/**
 * Stands in a parsed body for a member that is kept as text. The reader of the body puts it there, so that a
 * document is cut out of the request and not made anew from what was parsed.
 */
export class RawJson {
  readonly text: JsonText;
  /** As UTF-8. */
  readonly bytes: number;

  constructor(text: JsonText, bytes: number) {
    this.text = text;
    this.bytes = bytes;
  }
}
