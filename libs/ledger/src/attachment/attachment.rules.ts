import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Voucher } from '../voucher/voucher.resource.js';
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_BYTES_MAX, type AttachmentType } from './attachment.js';
import type { AttachmentNotTaken, AttachmentStays, AttachmentsTooLarge } from './attachment.failures.js';

/** What files of each type begin with. */
const BEGINS: Readonly<Record<AttachmentType, (head: Uint8Array) => boolean>> = {
  'application/pdf': (head) => beginsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d]),
  'image/png': (head) => beginsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': (head) => beginsWith(head, [0xff, 0xd8, 0xff]),
  'application/xml': isXml,
  'text/xml': isXml,
};

/** §2.8 as amended: there are bytes, and they are what their media type says (E10240). */
export function isOfItsType(
  mediaType: AttachmentType,
  { bytes, head }: { readonly bytes: number; readonly head: Uint8Array },
): Either<AttachmentNotTaken, void> {
  const refused = { kind: 'AttachmentNotTaken', mediaType, mostBytes: ATTACHMENT_BYTES_MAX } as const;
  if (bytes === 0) return left({ ...refused, reason: 'empty' });
  return BEGINS[mediaType](head) ? right(undefined) : left({ ...refused, reason: 'anotherKind' });
}

/**
 * What an agreement has of attachments, with this one in the place of another, is within its limit (E10590).
 */
export function attachmentFits(asked: {
  readonly bytes: number;
  readonly inAll: number;
  readonly replaced: number;
}): Either<AttachmentsTooLarge, void> {
  const mostBytes = ATTACHMENTS_BYTES_MAX;
  const room = Math.max(0, mostBytes - asked.inAll + asked.replaced);
  const { bytes } = asked;
  return bytes <= room ? right(undefined) : left({ kind: 'AttachmentsTooLarge', bytes, room, mostBytes });
}

/** A draft gets, changes and loses an attachment; what is booked may get one, and keeps it. */
export function mayChangeAttachment({
  voucherId,
  booked,
  attachment,
}: Pick<Voucher, 'voucherId' | 'booked' | 'attachment'>): Either<AttachmentStays, void> {
  return booked && attachment !== undefined ? left({ kind: 'AttachmentStays', voucherId }) : right(undefined);
}

function beginsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => head[index] === byte);
}

const SPACES: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** After a byte order mark and spaces, a declaration, a comment or an element: `<?`, `<!--`, `<Invoice`. */
function isXml(head: Uint8Array): boolean {
  let at = beginsWith(head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (SPACES.includes(head[at] ?? 0)) at += 1;
  const begins = String.fromCharCode(...head.slice(at, at + 4));
  return /^<(\?xm|!--|[A-Za-z_])/.test(begins) && !/^<htm/i.test(begins);
}
