import type {
  AnyResource,
  AnyValue,
  Books,
  Catalogue,
  EventFeed,
  KeyValue,
  ResourceRepository,
  ValueOf,
} from '@kontor/kernel';
import {
  isBookable,
  lazyMembers,
  lineage,
  providerOf,
  referenceKindsOf,
  RunningReads,
  type ByteStore,
  type IdempotencyKeys,
} from '@kontor/kernel';
import type { AppSettings } from '@kontor/app-settings';
import { DraftInvoice, type InvoiceStore, type PartyBalances, type Seller, type Stock } from '@kontor/sales';
import type { StockOnHand } from '@kontor/products';
import type { WholeBooksReader } from '@kontor/ledger';
import type { StudioWithin } from '@kontor/studio';
import { sqlEventFeed, type FeedPage } from './event/event-feed.js';
import type { Settle } from './event/settle-events.js';
import { studioWithEvents } from './event/studio-events.js';
import { APP_SETTING_ENTITIES } from './app-settings/app-setting.entities.js';
import {
  appSettings,
  preparedSettings,
  type PreparedStatements,
} from './app-settings/app-setting.repository.js';
import type { Dialect } from './dialect/dialect.js';
import { DraftCache } from './snapshot/draft-cache.js';
import { ItemCache } from './snapshot/item-cache.js';
import { ImmutableFacts } from './snapshot/immutable-facts.js';
import { SnapshotCache } from './snapshot/snapshot-cache.js';
import type { Row } from './statement.js';
import { ledgerAccess, ledgerPorts, type LedgerAccess, type LedgerPorts } from './ledger/ledger-ports.js';
import type { PageCaches } from './snapshot/page-caches.js';
import { handWrittenRepository } from './products/alias-layer.repository.js';
import { findAll } from './resource/find-all.js';
import { resourceRepository } from './resource/resource.repository.js';
import { issuerOf, logoOf } from './sales/issuer.js';
import { sqlInvoiceStore } from './sales/invoice-store.js';
import { sqlPartyBalances } from './sales/party-balances.js';
import { sqlStock } from './sales/stock.js';
import { accessTo, type ResourceAccesses, resourceAccess } from './resource/resource-access.js';
import { sessionOf, writing, type Scope } from './transaction/scope.js';
import { STUDIO_ENTITIES } from './studio/studio.entities.js';
import { studioWithin } from './studio/studio.repositories.js';
import { Entities } from './entity/entities.js';
import { tableOf } from './entity/table-of.js';
import type { FixedCollection, Targets } from './integrity/references.js';

/** The resources of the service, ready to be read and written for any agreement. */
export type PreparedResources = {
  readonly access: ResourceAccesses;
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  readonly ledger: LedgerAccess;
  readonly dialect: Dialect;
  /** Where an agreement's files are kept. */
  readonly bytesOf: (agreementNumber: number) => ByteStore;
  /** All that an agreement has, in one state. */
  readonly wholeBooksOf: (agreementNumber: number) => WholeBooksReader;
  readonly eventReads: RunningReads<FeedPage>;
  readonly settleEvents: Settle;
  /** TypeORM's repositories, for what is not hot. */
  readonly entities: Entities;
  readonly settingStatements: PreparedStatements;
};

/** The books of an agreement, with what the contexts ask of a database beyond their declared resources. */
export type SqlBooks = Books & {
  readonly ledger: LedgerPorts;
  readonly appSettings: AppSettings;
  /** Where its files are kept. */
  readonly files: ByteStore;
  /** All there is in them, in one state. */
  readonly wholeBooks: WholeBooksReader;
  readonly sales: {
    readonly balances: PartyBalances;
    readonly stock: Pick<Stock, 'move'> & StockOnHand;
    readonly invoiceStore: InvoiceStore;
  };
  /** What spans agreements, written in the same unit of work. */
  readonly studio: StudioWithin;
  /** Whose books these are, as it stands on documents: on a booked invoice, as when that was booked. */
  readonly issuer: (bookedInvoiceNumber?: number) => Promise<Seller>;
  /** What stands above them. */
  readonly logo: () => Promise<Uint8Array | undefined>;
  /**
   * Items of any resource by their identifiers, all in one statement; those that are not there are left out.
   */
  readonly findAll: <R extends AnyResource>(
    resource: R,
    keys: readonly KeyValue[],
  ) => Promise<readonly ValueOf<R>[]>;
};

/** Drafts that this process has written, of all agreements. */
const DRAFTS_BYTES_MAX = 32 * 1024 * 1024;
/** What this process has seen marked as used by entries, of all agreements. */
const PERMANENT_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Prepares every declared resource. Throws when one refers to a collection that is neither a table nor fixed.
 */
export function prepareResources(
  catalogue: Catalogue,
  fixed: ReadonlyMap<string, FixedCollection>,
  { dialect, pageCaches }: { readonly dialect: Dialect; readonly pageCaches: PageCaches },
): Omit<PreparedResources, 'bytesOf' | 'wholeBooksOf' | 'settleEvents'> {
  const tables = new Map(
    [...catalogue.values()]
      .filter(({ collection }) => !fixed.has(collection))
      .map((one) => [one.collection, tableOf(one)]),
  );
  const permanentReferences = new ImmutableFacts<true>(PERMANENT_BYTES_MAX);
  const targets: Targets = { tables, fixed, permanentReferences };
  for (const { resource } of tables.values()) refuseDanglingReferences(resource, targets);
  const items = new ItemCache();
  const drafts = new SnapshotCache<Row>({ bytesMax: DRAFTS_BYTES_MAX });
  const access = new Map(
    [...tables].map(([name, table]) => {
      const isDraft = isBookable(table.resource) || name === DraftInvoice.collection;
      return [
        name,
        resourceAccess(table, {
          dialect,
          targets,
          pageCaches,
          items,
          drafts: isDraft ? new DraftCache(drafts, name) : undefined,
        }),
      ];
    }),
  );
  const entities = new Entities(dialect, [...STUDIO_ENTITIES, ...APP_SETTING_ENTITIES]);
  return {
    access,
    fixed,
    ledger: ledgerAccess(access),
    dialect,
    entities,
    settingStatements: preparedSettings(entities, dialect),
    eventReads: new RunningReads(),
  };
}

function refuseDanglingReferences(resource: AnyResource, { tables, fixed }: Targets): void {
  const named = Object.values(resource.fields).flatMap(({ kind }) =>
    kind.type === 'string' && kind.names !== undefined ? [{ to: kind.names, depth: 0 }] : [],
  );
  const referred = referenceKindsOf(resource).map(({ kind: { to, within } }) => ({
    to,
    depth: within === undefined ? 0 : 1,
  }));
  for (const { to, depth } of [...referred, ...named]) {
    const table = tables.get(to);
    if (table === undefined && !fixed.has(to))
      throw new Error(`${resource.collection} refers to ${to}, which is kept nowhere`);
    if (table !== undefined && lineage(table.resource).length - 1 !== depth) {
      throw new Error(
        `${resource.collection} refers to ${to} without the items they live within, or with some they do not`,
      );
    }
  }
}

/** What the books of an agreement are over, and by what they are reached. */
type Over = {
  readonly prepared: PreparedResources;
  readonly scope: Scope;
  readonly idempotency: IdempotencyKeys;
};

const booksOver = lazyMembers<Over, SqlBooks>({
  agreementNumber: ({ scope }) => scope.agreementNumber,
  idempotency: ({ idempotency }) => idempotency,
  of: (over) => providerOf((resource, ...parents) => repositoryOf(over, resource, parents)).of,
  findAll:
    ({ prepared: { access }, scope }) =>
    (resource, keys) =>
      findAll(access, scope, resource, keys),
  issuer:
    ({ scope }) =>
    (bookedInvoiceNumber) =>
      issuerOf(scope, bookedInvoiceNumber),
  logo:
    ({ scope }) =>
    () =>
      logoOf(scope),
  ledger: ({ prepared: { access, ledger: shared, bytesOf }, scope }) =>
    ledgerPorts({ access, shared, bytesOf, scope }),
  sales: lazyMembers<Over, SqlBooks['sales']>({
    balances: ({ scope }) => sqlPartyBalances(scope),
    stock: ({ prepared: { access }, scope }) => sqlStock(access, scope),
    invoiceStore: ({ prepared: { access }, scope }) => sqlInvoiceStore(access, scope),
  }),
  studio: ({ prepared, scope }) => studioOf(prepared, scope),
  appSettings: ({ prepared: { dialect, settingStatements }, scope }) =>
    appSettings(dialect, settingStatements, scope),
  files: ({ prepared, scope }) => prepared.bytesOf(scope.agreementNumber),
  wholeBooks: ({ prepared, scope }) => prepared.wholeBooksOf(scope.agreementNumber),
  events: ({ prepared, scope }) => eventsOf(prepared, scope),
  // Who changed what is kept with what it is told by (G37); see docs/internals/events.md.
  audit: ({ scope }) => ({ note: (record) => void (writing(scope).unit.events.by = record) }),
});

/** The books of one agreement, by one session. */
export function booksOf(prepared: PreparedResources, scope: Scope, idempotency: IdempotencyKeys): SqlBooks {
  return booksOver({ prepared, scope, idempotency });
}

function studioOf({ dialect, entities }: PreparedResources, scope: Scope): StudioWithin {
  const session = sessionOf(scope);
  const studio = studioWithin(dialect, entities, session);
  return scope.unit === undefined ? studio : studioWithEvents(studio, scope, dialect, session);
}

function eventsOf({ eventReads, settleEvents }: PreparedResources, scope: Scope): EventFeed {
  // What a unit of work has read is on the disk when the unit is.
  const settle = scope.unit === undefined ? settleEvents : () => Promise.resolve();
  return sqlEventFeed(sessionOf(scope), scope.agreementNumber, { running: eventReads, settle });
}

function repositoryOf(
  { prepared: { access, fixed }, scope }: Over,
  resource: AnyResource,
  parents: readonly KeyValue[],
): ResourceRepository<AnyValue, AnyValue> {
  const held = fixed.get(resource.collection);
  if (held !== undefined) return (parents.length > 0 && held.within?.(parents)) || held.repository;
  const own = accessTo(access, resource);
  return handWrittenRepository(access, scope, own, parents) ?? resourceRepository(own, scope, parents);
}
