import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stored, ValueOf } from '@kontor/kernel';
import { Voucher, type BookableDocument, type BookedMarks, type SeenDraft } from '@kontor/ledger';
import type { ResourceTable } from '../entity/table-of.js';
import { versionName } from '../transaction/collection-version.js';
import { eventOf } from '../event/event-log.js';
import type { Change } from '../transaction/effect.js';
import { writing, type Scope } from '../transaction/scope.js';
import { type ResourceAccesses, accessTo, knownDraft } from '../resource/resource-access.js';
import { ResourceRows } from '../resource/resource.repository.js';
import { markBooked, markLinked, markReversed } from '../statements/documents.js';
import type { RowChange } from '../statements/writes.js';

const LINKS = ['accrues', 'reverses'] as const;

/** A mark of one voucher, as it was read, and the members that it changes. */
type VoucherMark = {
  readonly mark: (table: ResourceTable, identity: Parameters<typeof markReversed>[2]) => RowChange;
  readonly members: readonly string[];
};

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
        unit.events.add(...inOrder.map(({ voucherId }) => eventOf(resource, 'booked', [voucherId])));
      }),
    reverse: (seen, by) =>
      marked(access, scope, seen, {
        mark: (table, identity) => markReversed(table, by, identity),
        members: ['reversedBy'],
      }),
    link: (seen, to) =>
      marked(access, scope, seen, {
        mark: (table, identity) => markLinked(table, to, identity),
        members: LINKS.filter((link) => to[link] !== undefined),
      }),
  };
}

/** Marks a booked voucher while it is the one that was read. `members`: those that are others then. */
async function marked(
  access: ResourceAccesses,
  scope: Scope,
  { voucherId, version }: SeenDraft,
  { mark, members }: VoucherMark,
): Promise<void> {
  const { unit, agreementNumber } = writing(scope);
  const { table } = accessTo(access, Voucher);
  await unit.apply({
    kind: 'change',
    ...mark(table, [agreementNumber, voucherId, version]),
    item: { table, encoded: [voucherId] },
    otherwise: 'retry',
  });
  unit.change(versionName(table, []), 0);
  unit.events.add(eventOf(Voucher, 'updated', [voucherId], members));
}
