import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  defined,
  described,
  negated,
  required,
  ruleBroken,
  schemaViolation,
  type DraftOf,
  type Stored,
} from '@kontor/kernel';
import type { BookedEntry } from '../books/booked-document.port.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { Voucher } from '../voucher/voucher.resource.js';
import { documentName, voucherIdsByName } from './document-name.js';
import type { LineBrought } from './import.resource.js';

/** How a voucher belongs to another, as a line of an import tells it. */
export const IMPORTED_LINK = {
  voucher: required(documentName()),
  reverses: described(documentName(), 'the voucher that it takes back'),
  accrues: described(documentName(), 'the voucher whose accruals it posts'),
};
/** A link of a file, decoded and not yet looked at by any rule. */
export type ImportedLink = DraftOf<typeof IMPORTED_LINK>;

/**
 * Says of a voucher that came in by its entries which one it reverses, and whose accruals it posts: so
 * nothing is reversed again, and accruals are taken back with their voucher.
 */
export const importLink =
  (repositories: LedgerRepositories) =>
  (link: ImportedLink): TaskEither<LedgerFailure, LineBrought> =>
  async () => {
    const vouchers = await vouchersOf(repositories, link);
    if (isLeft(vouchers)) return vouchers;
    const { voucher, reverses, accrues } = vouchers.right;
    const { voucherId } = voucher.value;
    if (areTheirs(vouchers.right)) return right('alreadyThere');
    const allowed = await mayBeLinked(repositories, vouchers.right);
    if (isLeft(allowed)) return allowed;
    await repositories.bookedMarks.link(
      { voucherId, version: voucher.version },
      { reverses: reverses?.value.voucherId, accrues: accrues?.value.voucherId },
    );
    if (reverses !== undefined) {
      const { value, version } = reverses;
      await repositories.bookedMarks.reverse({ voucherId: value.voucherId, version }, voucherId);
    }
    return right('created');
  };

/** Whether the voucher is linked to these already. */
function areTheirs({ voucher: { value: voucher }, reverses, accrues }: Linked): boolean {
  return (
    voucher.reverses?.voucherId === reverses?.value.voucherId &&
    voucher.accrues?.voucherId === accrues?.value.voucherId
  );
}

type Linked = {
  readonly voucher: Stored<Voucher>;
  readonly reverses: Stored<Voucher> | undefined;
  readonly accrues: Stored<Voucher> | undefined;
};

/** A link says at least one of the two. */
export function linksToAnother({
  reverses,
  accrues,
}: Pick<ImportedLink, 'reverses' | 'accrues'>): Either<LedgerFailure, void> {
  return reverses === undefined && accrues === undefined
    ? left(schemaViolation('voucher', 'must reverse or accrue another one'))
    : right(undefined);
}

async function vouchersOf(
  repositories: LedgerRepositories,
  { voucher, reverses, accrues }: ImportedLink,
): Promise<Either<LedgerFailure, Linked>> {
  const linking = linksToAnother({ reverses, accrues });
  if (isLeft(linking)) return linking;
  const names = [voucher, reverses, accrues].flatMap((name) => name ?? []);
  const ids = await voucherIdsByName(repositories, names);
  const found = new Map<string, Stored<Voucher>>();
  for (const [property, name] of Object.entries({ voucher, reverses, accrues })) {
    if (name === undefined) continue;
    const id = ids.of(name, property);
    if (isLeft(id)) return id;
    const one = await repositories.bookedMarks.find(Voucher, id.right);
    if (one?.value.booked !== true) return left(schemaViolation(property, 'must be a booked voucher'));
    found.set(property, one);
  }
  return right({
    voucher: defined(found.get('voucher')),
    reverses: found.get('reverses'),
    accrues: found.get('accrues'),
  });
}

async function mayBeLinked(
  { bookedDocuments }: LedgerRepositories,
  { voucher: { value: voucher }, reverses, accrues }: Linked,
): Promise<Either<LedgerFailure, void>> {
  if (voucher.reverses !== undefined || voucher.accrues !== undefined)
    return left(schemaViolation('voucher', 'must not reverse or accrue another one already'));
  if (accrues !== undefined && voucher.numberSeries.numberSeriesNumber !== SERIES.accruals)
    return left(schemaViolation('accrues', 'must be of a voucher in the series of accruals'));
  if (accrues?.value.numberSeries.numberSeriesNumber === SERIES.accruals)
    return left(schemaViolation('accrues', 'must not be an accrual itself'));
  // One that was written here has posted its accruals itself, and would not take back others.
  if (accrues !== undefined && accrues.value.firstEntryNumber === undefined)
    return left(schemaViolation('accrues', 'must have come in by its entries'));
  if (reverses === undefined) return right(undefined);
  const { voucherId, reversedBy } = reverses.value;
  if (voucherId === voucher.voucherId || reverses.value.reverses?.voucherId === voucher.voucherId)
    return left(schemaViolation('reverses', 'must be another voucher, which does not reverse this one'));
  if (reversedBy !== undefined)
    return left(ruleBroken('E10250', 'reverses', `is reversed already, by ${reversedBy.voucherId}`));
  const entries = await bookedDocuments.entriesOfVouchers([voucher.voucherId, voucherId]);
  const [own, others] = [voucher.voucherId, voucherId].map((id) => entries.get(id) ?? []);
  return areOpposite(own ?? [], others ?? [])
    ? right(undefined)
    : left(schemaViolation('reverses', 'must have the opposite entries'));
}

/** What an entry and its opposite have in common. */
const THE_SAME = [
  'accountNumber',
  'currency',
  'customerNumber',
  'supplierNumber',
  'vatCode',
  'departmentNumber',
  'departmentalDistributionNumber',
] as const;

/**
 * A voucher is taken back by the opposite of each of its entries, in their order. One that was written here
 * has lines of its own, and no entries are found of it: it is reversed, and not linked.
 */
function areOpposite(own: readonly BookedEntry[], others: readonly BookedEntry[]): boolean {
  return (
    own.length > 0 &&
    own.length === others.length &&
    own.every((entry, index) => {
      const other = defined(others[index]);
      return (
        THE_SAME.every((member) => entry[member] === other[member]) &&
        entry.amount === negated(other.amount) &&
        entry.amountInBaseCurrency === negated(other.amountInBaseCurrency)
      );
    })
  );
}
