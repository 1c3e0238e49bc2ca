import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stored, ValueOf } from '@kontor/kernel';
import { Voucher, type BookableDocument, type BookedMarks } from '@kontor/ledger';
import { versionName } from '../transaction/collection-version.js';
import { eventOf } from '../event/event-log.js';
import type { Change } from '../transaction/effect.js';
import { writing, type Scope } from '../transaction/scope.js';
import { type ResourceAccesses, accessTo, knownDraft } from '../resource/resource-access.js';
import { ResourceRows } from '../resource/resource.repository.js';
import { markBooked, markLinked, markReversed } from '../statements/documents.js';

const LINKS = ['accrues', 'reverses'] as const;

/** Drafts become booked by one statement each, in one round trip, in the order of their identifiers. */
export function sqlBookedMarks(access: ResourceAccesses, scope: Scope): BookedMarks {
  const { agreementNumber } = scope;
  return {
    find: async <R extends BookableDocument>(resource: R, voucherId: number) => {
      const own = accessTo(access, resource);
      const known = knownDraft(own, scope, voucherId);
      // Names are always the present ones.
      if (known !== undefined) await own.show?.(scope, [known.value]);
      const found = known ?? (await new ResourceRows(own, scope, []).find(voucherId));
      return found as Stored<ValueOf<R>> | undefined;
    },
    put: (resource, drafts) =>
      TE.fromTask(async () => {
        const { unit } = writing(scope);
        const { table, drafts: cache } = accessTo(access, resource);
        const { head, where } = markBooked(table);
        for (const { voucherId } of drafts) cache?.forget(agreementNumber, voucherId);
        const inOrder = [...drafts].sort((a, b) => a.voucherId - b.voucherId);
        await unit.apply(
          ...inOrder.map(({ voucherId, version }): Change => ({
            kind: 'change',
            head,
            set: [],
            where: { sql: where, values: [agreementNumber, voucherId, version] },
            item: { table, encoded: [voucherId] },
            otherwise: 'retry',
          })),
        );
        unit.change(versionName(table, []), 0);
        unit.emit(...inOrder.map(({ voucherId }) => eventOf(resource, 'booked', [voucherId])));
      }),
    reverse: async ({ voucherId, version }, by) => {
      const { unit } = writing(scope);
      const { table } = accessTo(access, Voucher);
      await unit.apply({
        kind: 'change',
        ...markReversed(table, by, [agreementNumber, voucherId, version]),
        item: { table, encoded: [voucherId] },
        otherwise: 'retry',
      });
      unit.change(versionName(table, []), 0);
      unit.emit(eventOf(Voucher, 'updated', [voucherId], ['reversedBy']));
    },
    link: async ({ voucherId, version }, to) => {
      const { unit } = writing(scope);
      const { table } = accessTo(access, Voucher);
      await unit.apply({
        kind: 'change',
        ...markLinked(table, to, [agreementNumber, voucherId, version]),
        item: { table, encoded: [voucherId] },
        otherwise: 'retry',
      });
      unit.change(versionName(table, []), 0);
      unit.emit(
        eventOf(
          Voucher,
          'updated',
          [voucherId],
          LINKS.filter((link) => to[link] !== undefined),
        ),
      );
    },
  };
}
