/** The bytes are none, too many, or something else than their media type says (E10240). */
export type AttachmentNotTaken = {
  readonly kind: 'AttachmentNotTaken';
  readonly mediaType: string;
  readonly reason: 'empty' | 'tooLarge' | 'anotherKind';
  readonly mostBytes: number;
};

/** §2.8 as amended: a booked voucher may get an attachment, but neither lose it nor get another (E10450). */
export type AttachmentStays = { readonly kind: 'AttachmentStays'; readonly voucherId: number };

/**
 * The attachments of the agreement have so many bytes together that a file of so many at most fits (E10590).
 */
export type AttachmentsTooLarge = {
  readonly kind: 'AttachmentsTooLarge';
  readonly bytes: number;
  readonly room: number;
  readonly mostBytes: number;
};

/** Every refusal of attachments beyond those that are everybody's. */
export type AttachmentRefusal = AttachmentNotTaken | AttachmentStays | AttachmentsTooLarge;
