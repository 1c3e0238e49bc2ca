import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stored, ValueOf } from '@kontor/kernel';
import { Voucher, type BookableDocument, type BookedMarks } from '@kontor/ledger';
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

/** Drafts become booked, and booked vouchers reversed and linked, each by one change of its row. */
export function sqlBookedMarks(access: ResourceAccesses, scope: Scope): BookedMarks {
  const { agreementNumber } = scope;
  const { table: vouchers } = accessTo(access, Voucher);
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
    reverse: ({ voucherId, version }, by) =>
      changed(scope, vouchers, voucherId, {
        change: markReversed(vouchers, by, [agreementNumber, voucherId, version]),
        members: ['reversedBy'],
      }),
    link: ({ voucherId, version }, to) =>
      changed(scope, vouchers, voucherId, {
        change: markLinked(vouchers, to, [agreementNumber, voucherId, version]),
        members: LINKS.filter((link) => to[link] !== undefined),
      }),
  };
}

/** Changes a booked voucher while it is the one that was read. `members`: those that are others then. */
async function changed(
  scope: Scope,
  vouchers: ResourceTable,
  voucherId: number,
  { change, members }: { readonly change: RowChange; readonly members: readonly string[] },
): Promise<void> {
  const { unit } = writing(scope);
  const item = { table: vouchers, encoded: [voucherId] };
  await unit.apply({ kind: 'change', ...change, item, otherwise: 'retry' });
  unit.change(versionName(vouchers, []), 0);
  unit.events.add(eventOf(Voucher, 'updated', [voucherId], members));
}
