import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing, type NotFound, type StoredBytes } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { Voucher } from '../voucher/voucher.resource.js';
import type { Attachment, AttachmentType } from './attachment.js';
import type { FileSeen } from './attachments.port.js';
import { attachmentFits, isOfItsType, mayChangeAttachment } from './attachment.rules.js';

/** What was uploaded for which voucher. */
export type AttachFile = {
  readonly voucherId: number;
  readonly mediaType: AttachmentType;
  /** The bytes, which are stored already and have no owner yet. */
  readonly stored: StoredBytes;
  /** As the client has seen it, where that matters. */
  readonly seen?: FileSeen | undefined;
};
/** `isNew`: the voucher had no file before. */
export type AttachedFile = { readonly attachment: Attachment; readonly isNew: boolean };

type AttachingRepositories = Pick<LedgerRepositories, 'resources' | 'attachments'>;

/** §2.8 as amended: a voucher, draft or booked, gets a file; a draft another one. */
export const attachFile =
  (repositories: AttachingRepositories) =>
  ({ voucherId, mediaType, stored, seen }: AttachFile): TaskEither<LedgerFailure, AttachedFile> => {
    const { storageKey, bytes, digest } = stored;
    const attachment = { mediaType, storageKey, bytes, digest };
    return pipe(
      TE.fromEither<LedgerFailure, void>(isOfItsType(mediaType, stored)),
      TE.flatMap(() => voucherOf(repositories, voucherId)),
      TE.tap((voucher) => TE.fromEither(mayChangeAttachment(voucher))),
      TE.tap(() => async () => {
        const { attachments } = repositories;
        const inAll = await attachments.heldBytesInAll();
        const replaced = (await attachments.of(voucherId))?.bytes ?? 0;
        return attachmentFits({ bytes, inAll, replaced });
      }),
      TE.tap(({ booked }) =>
        repositories.attachments.put(voucherId, attachment, { ...seen, isBooked: booked }),
      ),
      TE.map((voucher) => ({ attachment, isNew: voucher.attachment === undefined })),
    );
  };

/** The file of a draft goes. */
export const detachFile =
  (repositories: AttachingRepositories) =>
  ({ voucherId, seen }: Pick<AttachFile, 'voucherId' | 'seen'>): TaskEither<LedgerFailure, void> =>
    pipe(
      voucherOf(repositories, voucherId),
      TE.flatMapEither((voucher) =>
        voucher.attachment === undefined ? left(noAttachment(voucherId)) : right(voucher),
      ),
      TE.tap((voucher) => TE.fromEither<LedgerFailure, void>(mayChangeAttachment(voucher))),
      TE.flatMap(() => repositories.attachments.remove(voucherId, seen)),
    );

/** What was attached to a voucher; a voucher without a file is refused as not found. */
export const fileOf =
  (repositories: AttachingRepositories) =>
  (voucherId: number): TaskEither<NotFound, Attachment> =>
  async () => {
    const found = await repositories.attachments.of(voucherId);
    if (found !== undefined) return right(found);
    const voucher = await voucherOf(repositories, voucherId)();
    return isLeft(voucher) ? voucher : left(noAttachment(voucherId));
  };

/** The voucher is there: what is missing is its file. */
function noAttachment(voucherId: number): NotFound {
  return { kind: 'NotFound', resource: `${Voucher.collection}/${voucherId}`, key: 'attachment' };
}

function voucherOf(
  { resources }: Pick<LedgerRepositories, 'resources'>,
  voucherId: number,
): TaskEither<NotFound, Voucher> {
  return pipe(
    existing(resources, Voucher, voucherId),
    TE.map(({ value }) => value),
  );
}
