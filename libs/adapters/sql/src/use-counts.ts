import type { KeyValue, ReferenceMissing, ReferenceUse, ResourceRepository, AnyValue } from '@kontor/kernel';
import {
  placeholders,
  quote,
  updateByKey,
  type Outcome,
  type SqlValue,
  type Statement,
} from './statement.js';
import type { ResourceTable } from './table/table-of.js';
import { AGREEMENT_COLUMN } from './table/table.js';
import { USED_BY_ENTRIES, type UsedForGood } from './used-for-good.js';
import type { UseChange } from './write-set.js';

/** A list that never changes, held by the composition: it can be referred to and not be written. */
export type FixedCollection = {
  has(key: KeyValue): boolean;
  readonly repository: ResourceRepository<AnyValue>;
  within?(parents: readonly KeyValue[]): ResourceRepository<AnyValue>;
};

/** Where references may lead. */
export type Targets = {
  readonly tables: ReadonlyMap<string, ResourceTable>;
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  readonly usedForGood: UsedForGood;
};

/** By how much an item is referred to more (or less), and the first place that says so. */
type Difference = UseChange & {
  readonly use: ReferenceUse;
};

/** The guard writes of a change, and what each stands for. */
export type Guards = {
  readonly changes: readonly UseChange[];
  readonly statements: readonly Statement[];
  /** The reference that leads nowhere, when a guard that must find its row found none. */
  missingAmong(outcomes: readonly Outcome[]): ReferenceMissing | undefined;
};

/**
 * The writes by which references are kept whole: every reference raises the `uses` of what it names, and only what has
 * none is ever removed. A write, because a read guards nothing on a cluster (R6); in the order of collection and
 * identifier, so that two units never wait for each other.
 */
export function guardsOf(
  { tables, usedForGood }: Targets,
  agreementNumber: number,
  { before, after }: { before: readonly ReferenceUse[]; after: readonly ReferenceUse[] },
): Guards {
  const differences = differencesOf(tables, before, after).filter(
    ({ table, forms }) =>
      forms.length > 1 || !usedForGood.has(agreementNumber, table.resource.collection, forms[0] ?? null),
  );
  return {
    changes: differences,
    statements: differences.map(({ table, forms, by }) => raiseUses(table, agreementNumber, [forms], by)),
    missingAmong: (outcomes) => {
      const missing = differences.filter(({ by }, index) => by > 0 && outcomes[index]?.affected === 0);
      const places = after.filter((use) =>
        missing.some((one) => one.use.to === use.to && isSame(tables, one, use)),
      );
      return places[0] === undefined ? undefined : referenceMissing(places[0]);
    },
  };
}

/** The first reference to a fixed collection that leads nowhere: known without asking the database. */
export function missingInFixed(
  { fixed }: Targets,
  uses: readonly ReferenceUse[],
): ReferenceMissing | undefined {
  const missing = uses.find(({ to, key }) => fixed.get(to)?.has(key) === false);
  return missing && referenceMissing(missing);
}

/** Raises the use count of items of one table; `forms`: the key of each, and before it that of the item it lives within. */
export function raiseUses(
  { table, parents, keyColumn }: ResourceTable,
  agreementNumber: number,
  forms: readonly (readonly SqlValue[])[],
  by: number,
): Statement {
  const columns = [...parents.map(({ column }) => column), keyColumn].map(quote);
  // A process that knows it to be used for good has not counted what this one takes back.
  const counted = by < 0 ? ` AND \`uses\` < ${USED_BY_ENTRIES}` : '';
  const which =
    columns.length === 1
      ? `${columns[0] ?? ''} IN (${placeholders(forms.length)})`
      : `(${forms.map(() => columns.map((column) => `${column} = ?`).join(' AND ')).join(' OR ')})`;
  return {
    sql: `${updateByKey(table.name)} \`uses\` = \`uses\` + ? WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${which}${counted}`,
    values: [by, agreementNumber, ...forms.flat()],
  };
}

function referenceMissing({ path, to, key }: ReferenceUse): ReferenceMissing {
  return { kind: 'ReferenceMissing', property: path, resource: to, key };
}

function differencesOf(
  tables: Targets['tables'],
  before: readonly ReferenceUse[],
  after: readonly ReferenceUse[],
): readonly Difference[] {
  const found = new Map<string, Difference>();
  const count = (use: ReferenceUse, by: number): void => {
    const table = tables.get(use.to);
    if (table === undefined) return;
    const forms = formsOf(table, use);
    const name = itemName(table, forms);
    const seen = found.get(name);
    found.set(name, { name, table, use: seen?.use ?? use, forms, by: (seen?.by ?? 0) + by });
  };
  for (const use of after) count(use, 1);
  for (const use of before) count(use, -1);
  return [...found]
    .filter(([, { by }]) => by !== 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, difference]) => difference);
}

function isSame(tables: Targets['tables'], { use, forms }: Difference, other: ReferenceUse): boolean {
  if (use.to !== other.to) return false;
  return formsOf(tableAt(tables, other.to), other).every((form, index) => form === forms[index]);
}

/** In which what a reference names is found: its key, and before it that of the item it lives within. */
function formsOf({ parents, keyForm }: ResourceTable, { key, within }: ReferenceUse): readonly SqlValue[] {
  return [...parents.map(({ encode }) => (within === undefined ? null : encode(within))), keyForm(key)];
}

/** What an item is called among all of an agreement's. */
export function itemName({ resource }: ResourceTable, forms: readonly SqlValue[]): string {
  return [resource.collection, ...forms.map(orderedText)].join(' ');
}

function orderedText(form: SqlValue): string {
  return typeof form === 'number' ? String(form).padStart(16, '0') : String(form);
}

function tableAt(tables: Targets['tables'], collection: string): ResourceTable {
  return tables.get(collection) as ResourceTable;
}
