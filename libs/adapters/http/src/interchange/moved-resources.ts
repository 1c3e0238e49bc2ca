import { madeOnce, isWritable, type AnyResource, type AnyValue, type FieldData } from '@kontor/kernel';
import { Account, AccountingYear, Department, DepartmentalDistribution, VatAccount } from '@kontor/ledger';
import { Product, ProductGroup, Unit } from '@kontor/products';
import {
  AdditionalExpense,
  Customer,
  CustomerContact,
  CustomerGroup,
  Employee,
  PaymentTerms,
  Supplier,
  SupplierContact,
  SupplierGroup,
} from '@kontor/sales';

/**
 * What moves besides what is booked, in an order in which each finds most of what it refers to. What it
 * refers to that comes later, or is of its own kind, is told of in a second line, when all are there.
 */
export const MOVED: readonly AnyResource[] = [
  Account,
  VatAccount,
  Department,
  DepartmentalDistribution,
  Unit,
  ProductGroup,
  Product,
  AdditionalExpense,
  Employee,
  PaymentTerms,
  CustomerGroup,
  Customer,
  CustomerContact,
  SupplierGroup,
  Supplier,
  SupplierContact,
  AccountingYear,
];

/** Lists that are the same in every agreement. */
const THE_SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'account-categories',
  'asset-groups',
  'country-codes',
  'currencies',
  'languages',
  'layouts',
  'number-series',
  'payment-types',
  'vat-report-setups',
  'vat-types',
  'vat-zones',
]);

/** When the target of a member exists: before the item itself is written, only after it, or never. */
type When = 'before' | 'after' | 'never';

function whenThere(resource: AnyResource, to: string): When {
  if (THE_SAME_EVERYWHERE.has(to)) return 'before';
  const at = MOVED.findIndex(({ collection }) => collection === to);
  if (at < 0) return 'never';
  return at < MOVED.indexOf(resource) ? 'before' : 'after';
}

/** When a member can be told. */
function whenOfMember(resource: AnyResource, name: string, field: FieldData): When {
  return field.use === 'required' || NEEDS_ITS_KIND.has(name) ? 'before' : whenOfField(resource, field);
}

/** The latest of what a field refers to, whatever depth it stands at. */
function whenOfField(resource: AnyResource, { kind }: FieldData): When {
  switch (kind.type) {
    case 'reference':
      return whenThere(resource, kind.to);
    case 'list':
      return whenOfField(resource, kind.of);
    case 'group':
      return latest(
        Object.values(kind.fields)
          .filter(isWritable)
          .map((field) => whenOfField(resource, field)),
      );
    default:
      return 'before';
  }
}

function latest(all: readonly When[]): When {
  if (all.includes('never')) return 'never';
  return all.includes('after') ? 'after' : 'before';
}

/**
 * Members that refer to other items of the same resource, and without which an item is refused. Items that
 * have one are sent whole, after those that have none: payment terms in instalments refer to terms that have
 * no instalments themselves.
 */
const NEEDS_ITS_KIND: ReadonlySet<string> = new Set(['timetablePaymentTemplate']);

/**
 * Members that keep an item from being used. They are sent last, when all that uses the item is there and
 * booked.
 */
const AT_LAST: ReadonlySet<string> = new Set(['barred', 'blockDirectEntries']);

/**
 * The members of a resource that move, by when what they refer to is there; `atLast`: those that are said
 * when all is booked.
 */
export type MovedMembers = {
  readonly atOnce: readonly string[];
  readonly afterwards: readonly string[];
  readonly atLast: readonly string[];
};

/** Which members of a resource go from books to books, and which are made anew there. */
export const movedMembers = madeOnce((resource: AnyResource): MovedMembers => {
  const all = Object.entries(resource.fields).filter(
    ([name, field]) => name === resource.key || isWritable(field),
  );
  const moving = all.filter(([name]) => !AT_LAST.has(name));
  const of = (when: When): readonly string[] =>
    moving.filter(([name, field]) => whenOfMember(resource, name, field) === when).map(([name]) => name);
  const atLast = all.map(([name]) => name).filter((name) => AT_LAST.has(name));
  return { atOnce: of('before'), afterwards: of('after'), atLast };
});

/** Whether things of a kind may need others of it. */
export function mayNeedItsKind({ fields }: AnyResource): boolean {
  return Object.keys(fields).some((name) => NEEDS_ITS_KIND.has(name));
}

/** Whether an item refers to others of its own kind, so that it must come after them. */
export function needsItsKind(value: AnyValue): boolean {
  return [...NEEDS_ITS_KIND].some((name) => value[name] !== undefined);
}

/** Whether an item says something that is only told when all are there. */
export function hasMore(resource: AnyResource, value: AnyValue): boolean {
  return movedMembers(resource).afterwards.some((name) => {
    const member = value[name];
    return Array.isArray(member) ? member.length > 0 : member !== undefined;
  });
}

/** Whether an item is kept from being used. */
export function isKeptFromUse(resource: AnyResource, value: AnyValue): boolean {
  return movedMembers(resource).atLast.some((name) => value[name] === true);
}
