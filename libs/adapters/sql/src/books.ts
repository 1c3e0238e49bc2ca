import type { AnyResource, AnyValue, Books, Catalogue, KeyValue, ResourceRepository } from '@kontor/kernel';
import { canBeBooked, lineage, referenceKindsOf, type IdempotencyKeys } from '@kontor/kernel';
import type { AppSettings } from '@kontor/app-settings';
import { DraftInvoice } from '@kontor/sales';
import type { StudioWithin } from '@kontor/studio';
import { auditTrail } from './audit-trail.js';
import { appSettings } from './app-settings/app-setting.repository.js';
import type { Dialect } from './dialect/dialect.js';
import { ItemMemory } from './item-memory.js';
import { ledgerAccess, ledgerPorts, type LedgerAccess, type LedgerPorts } from './ledger/ledger-ports.js';
import { PageMemory } from './page/page-memory.js';
import { handWrittenRepository } from './products/alias-layer.repository.js';
import { resourceRepository } from './resource.repository.js';
import { salesPorts, type SalesPorts } from './sales/sales-ports.js';
import { resourceAccess, type ResourceAccess, type Scope } from './resource-access.js';
import { studioWithin } from './studio/studio.repositories.js';
import { tableOf } from './table/table-of.js';
import type { FixedCollection, Targets } from './use-counts.js';
import { UsedForGood } from './used-for-good.js';

/** The resources of the service, ready to be read and written for any agreement. */
export type Shelves = {
  readonly access: ReadonlyMap<string, ResourceAccess>;
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  readonly ledger: LedgerAccess;
  readonly dialect: Dialect;
};

/** The books of an agreement, with what the contexts ask of a database beyond their declared resources. */
export type SqlBooks = Books & {
  readonly ledger: LedgerPorts;
  readonly appSettings: AppSettings;
  readonly sales: SalesPorts;
  /** What spans agreements, written in the same unit of work. */
  readonly studio: StudioWithin;
};

/** Prepares every declared resource. Throws when one refers to a collection that is neither a table nor fixed. */
export function shelvesOf(
  catalogue: Catalogue,
  fixed: ReadonlyMap<string, FixedCollection>,
  {
    dialect,
    rememberedKeysMax,
  }: { readonly dialect: Dialect; readonly rememberedKeysMax?: number | undefined },
): Shelves {
  const tables = new Map(
    [...catalogue.values()]
      .filter(({ collection }) => !fixed.has(collection))
      .map((one) => [one.collection, tableOf(one)]),
  );
  const targets: Targets = { tables, fixed, usedForGood: new UsedForGood() };
  for (const { resource } of tables.values()) refuseLooseEnds(resource, targets);
  const memory = new PageMemory({ keysMax: rememberedKeysMax });
  const items = new ItemMemory();
  const access = new Map(
    [...tables].map(([name, table]) => {
      const isDraft = canBeBooked(table.resource) || name === DraftInvoice.collection;
      return [name, resourceAccess(table, { dialect, targets, memory, items, isDraft })];
    }),
  );
  return { access, fixed, ledger: ledgerAccess(access), dialect };
}

function refuseLooseEnds(of: AnyResource, { tables, fixed }: Targets): void {
  const named = Object.values(of.fields).flatMap(({ kind }) =>
    kind.type === 'string' && kind.names !== undefined ? [{ to: kind.names, depth: 0 }] : [],
  );
  const referred = referenceKindsOf(of).map(({ kind: { to, within } }) => ({
    to,
    depth: within === undefined ? 0 : 1,
  }));
  for (const { to, depth } of [...referred, ...named]) {
    const table = tables.get(to);
    if (table === undefined && !fixed.has(to))
      throw new Error(`${of.collection} refers to ${to}, which is kept nowhere`);
    if (table !== undefined && lineage(table.resource).length - 1 !== depth) {
      throw new Error(
        `${of.collection} refers to ${to} without the items they live within, or with some they do not`,
      );
    }
  }
}

/** The books of one agreement, by one session. */
export function booksOf(shelves: Shelves, scope: Scope, idempotency: IdempotencyKeys): SqlBooks {
  return new BooksOfAgreement(shelves, scope, idempotency);
}

/** Each part is made when it is asked for; a class, since every request has its own books. */
class BooksOfAgreement implements SqlBooks {
  readonly agreementNumber: number;
  readonly idempotency: IdempotencyKeys;
  readonly of: Books['of'];
  readonly #shelves: Shelves;
  readonly #scope: Scope;
  #ledger: LedgerPorts | undefined;

  constructor(shelves: Shelves, scope: Scope, idempotency: IdempotencyKeys) {
    this.#shelves = shelves;
    this.#scope = scope;
    this.agreementNumber = scope.agreementNumber;
    this.idempotency = idempotency;
    this.of = ((resource: AnyResource, ...parents: readonly KeyValue[]) =>
      this.#repositoryOf(resource, parents)) as unknown as Books['of'];
  }

  get ledger(): LedgerPorts {
    const { access, ledger } = this.#shelves;
    return (this.#ledger ??= ledgerPorts(access, ledger, this.#scope));
  }

  get sales(): SalesPorts {
    return salesPorts(this.#shelves.access, this.#scope);
  }

  get appSettings(): AppSettings {
    return appSettings(this.#shelves.dialect, this.#scope);
  }

  get studio(): StudioWithin {
    return studioWithin(this.#shelves.dialect, this.#scope.session);
  }

  get audit(): Books['audit'] {
    return auditTrail(this.#scope);
  }

  #repositoryOf(
    { collection }: AnyResource,
    parents: readonly KeyValue[],
  ): ResourceRepository<AnyValue, AnyValue> {
    const { access, fixed } = this.#shelves;
    const held = fixed.get(collection);
    if (held !== undefined) return (parents.length > 0 && held.within?.(parents)) || held.repository;
    const own = access.get(collection);
    if (own === undefined) throw new Error(`${collection} is in no catalogue`);
    return (
      handWrittenRepository(access, this.#scope, own, parents) ??
      resourceRepository(own, this.#scope, parents)
    );
  }
}
