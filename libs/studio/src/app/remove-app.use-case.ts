import { left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { timestampOf, type AuditRecord, type NotFound } from '@kontor/kernel';
import { noteInOthers } from '../note-in-others.js';
import type { StudioWithin } from '../studio.repositories.js';
import type { RemovedApp } from './app.js';
import { App } from './app.resource.js';

/** Which app goes, and who asks: only its owner may. */
export type RemoveApp = {
  readonly agreementNumber: number;
  readonly appNumber: number;
  readonly now: Date;
  /** Who removes it, for the record of each agreement whose access ends (G37). */
  readonly by: AuditRecord;
};

/**
 * §2.10 as amended: removes an app for good. Its grants end, and its webhooks are removed. What it booked
 * stays, and the audit record keeps who did so. The agreements that it worked for are told.
 */
export const removeApp =
  ({ apps, clientAudit }: Pick<StudioWithin, 'apps' | 'clientAudit'>) =>
  ({ agreementNumber, appNumber, now, by }: RemoveApp): TaskEither<NotFound, RemovedApp> =>
  async () => {
    const removed = await apps.remove(agreementNumber, appNumber, timestampOf(now));
    if (removed === undefined) return left({ kind: 'NotFound', resource: App.collection, key: appNumber });
    await noteInOthers(clientAudit, agreementNumber, [...removed.grants, ...removed.webhooks], () => by);
    return right(removed);
  };
