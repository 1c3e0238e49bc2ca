/** §2.8 as amended: what a voucher's attachment may be. */
export const ATTACHMENT_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/xml',
  'text/xml',
] as const;
/** A media type that vouchers may have files of. */
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** 10 MiB. */
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024;

/** 10 GiB: of all attachments of an agreement together, some 50,000 receipts. */
export const ATTACHMENTS_BYTES_MAX = 10 * 1024 * 1024 * 1024;

/** The file behind a voucher: a supplier's invoice as it came, a receipt. One voucher has one at most. */
export type Attachment = {
  readonly mediaType: AttachmentType;
  readonly storageKey: string;
  readonly bytes: number;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
};
