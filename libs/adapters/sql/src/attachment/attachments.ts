import * as TE from 'fp-ts/lib/TaskEither.js';
import { timestampOf, type ByteStore } from '@kontor/kernel';
import {
  Voucher,
  type Attachment,
  type Attachments,
  ATTACHMENT_TYPES,
  type VoucherSeen,
} from '@kontor/ledger';
import { eventOf } from '../event/event-log.js';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { rowsOf } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import { sessionOf, writing, type Scope } from '../transaction/scope.js';
import { numberAt, textAt, oneOfAt } from '../row.js';
import {
  bytesOfAttachments,
  insertAttachment,
  insertOrphaned,
  noLongerOrphaned,
  readAttachment,
  readStorageKey,
  removeAttachment,
} from '../statements/attachments.js';
import { markAttachment } from '../statements/documents.js';

/**
 * Under which name all files of an agreement have a version, which whoever brings one raises, and nobody
 * expects: it is held without the count of events, which all who write want, while files are summed up.
 */
const FILES = 'attachments';

/**
 * Which voucher has which file. The voucher's own row says that it has one, so that reading vouchers asks
 * nothing else; it is changed on the condition that it is a draft, or booked and without a file.
 */
export function sqlAttachments(access: ResourceAccesses, scope: Scope, bytes: ByteStore): Attachments {
  const { agreementNumber } = scope;
  const { table, drafts } = accessTo(access, Voucher);

  /** What the voucher has now loses its owner, and goes after the commit. True when it has something. */
  async function release(voucherId: number): Promise<boolean> {
    const { unit } = writing(scope);
    const [old] = await rowsOf(unit.now, readStorageKey(agreementNumber, voucherId));
    if (old === undefined) return false;
    const storageKey = textAt(old, 'storage_key');
    await unit.now.run(
      removeAttachment(agreementNumber, voucherId),
      insertOrphaned({ agreementNumber, storageKey }, timestampOf(new Date())),
    );
    // What cannot be removed now is pruned later.
    unit.hooks.afterCommit(() => void bytes.discard(storageKey).catch(() => undefined));
    return true;
  }

  async function mark(
    voucherId: number,
    has: boolean,
    { isBooked, version, hasNone }: VoucherSeen,
  ): Promise<void> {
    const { unit } = writing(scope);
    await unit.apply({
      kind: 'change',
      ...markAttachment(has, {
        agreementNumber,
        voucherId,
        isBooked,
        hasNone: isBooked || hasNone === true,
        version,
      }),
      item: { table, encoded: [voucherId] },
      otherwise: 'retry',
    });
    unit.change(versionName(table, []), 0);
    unit.hooks.afterCommit(() => drafts?.forget(agreementNumber, voucherId));
  }

  return {
    of: (voucherId) => attachmentOf(scope, voucherId),
    heldBytesInAll: async () => {
      const [sum] = await writing(scope).unit.raiseNow([FILES], bytesOfAttachments(agreementNumber));
      return Number(sum?.rows[0]?.['bytes'] ?? 0);
    },
    put: (voucherId, attachment, seen) =>
      TE.fromTask(async () => {
        await mark(voucherId, true, seen);
        const had = await release(voucherId);
        await insert(scope, voucherId, attachment);
        tell(scope, voucherId, { had, has: true });
      }),
    remove: (voucherId, seen) =>
      TE.fromTask(async () => {
        await mark(voucherId, false, { ...seen, isBooked: false });
        const had = await release(voucherId);
        tell(scope, voucherId, { had, has: false });
      }),
    release: (voucherId) => TE.fromTask(async () => void (await release(voucherId))),
  };
}

/** Lines show where the file is, whatever file that is. */
function tell(
  scope: Scope,
  voucherId: number,
  { had, has }: { readonly had: boolean; readonly has: boolean },
): void {
  const changed = ['attachment', ...(had === has ? [] : ['lines'])];
  writing(scope).unit.events.add(eventOf(Voucher, 'updated', [voucherId], changed));
}

async function insert(
  scope: Scope,
  voucherId: number,
  { storageKey, mediaType, bytes, digest }: Attachment,
): Promise<void> {
  const { agreementNumber } = scope;
  const { unit } = writing(scope);
  const [kept] = await unit.now.run(
    noLongerOrphaned({ agreementNumber, storageKey }),
    insertAttachment([agreementNumber, voucherId, storageKey, mediaType, bytes, digest]),
  );
  if (kept?.affected !== 1) throw new Error(`the bytes ${storageKey} are gone, or are another voucher's`);
}

async function attachmentOf(scope: Scope, voucherId: number): Promise<Attachment | undefined> {
  const [row] = await rowsOf(sessionOf(scope), readAttachment(scope.agreementNumber, voucherId));
  return (
    row && {
      storageKey: textAt(row, 'storage_key'),
      mediaType: oneOfAt(row, 'media_type', ATTACHMENT_TYPES),
      bytes: numberAt(row, 'bytes'),
      digest: textAt(row, 'digest'),
    }
  );
}
