import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { folded, schemaViolation } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { controlAccountsOf } from '../posting/control-accounts.js';
import type { EntryToPost, EntryType, VatPart } from '../posting/posting.js';
import { seriesOf } from '../posting/voucher-of-entries.js';
import { currenciesNamedIn } from '../reference-data/currencies-named.js';
import { vatTermsOf } from '../voucher/line-terms.js';
import type { VatTerms } from '../voucher/line-completion.rules.js';
import type { Import } from './import.resource.js';
import { amountInBase } from './imported-amounts.js';
import type { PlacedDocument } from './imported-document.js';

/** The entries of each document as they are posted, all or the first refusal: VAT is told, not calculated. */
export async function entriesOf(
  repositories: LedgerRepositories,
  documents: readonly PlacedDocument[],
  format: Import['format'],
): Promise<Either<LedgerFailure, readonly (readonly EntryToPost[])[]>> {
  const baseCurrency = await repositories.baseCurrency();
  const placed = documents.flatMap(({ draft }) =>
    draft.entries.map((entry, index) => ({ ...entry, property: `entries[${index}]` })),
  );
  const controlAccountOf = await controlAccountsOf(repositories.controlAccounts, placed)();
  if (isLeft(controlAccountOf)) return controlAccountOf;
  const vat = await vatTermsOf(repositories.resources, placed)();
  if (isLeft(vat)) return left(asInFile(vat.left));
  const codes = await currenciesNamedIn(repositories.resources, placed);
  if (isLeft(codes)) return codes;
  const all: (readonly EntryToPost[])[] = [];
  for (const { draft, series, isOpening } of documents) {
    const entryType: EntryType = isOpening
      ? 'openingEntry'
      : (draft.voucherType ?? seriesOf(series).entryType);
    const isOwn =
      series === SERIES.salesInvoice || series === SERIES.creditNote || series === SERIES.matching;
    const made: EntryToPost[] = [];
    for (const [index, entry] of draft.entries.entries()) {
      const { customer, supplier, vatAccount, currency: named = baseCurrency } = entry;
      const property = `entries[${index}]`;
      const currency = codes.right.get(named) ?? named;
      const inBase = amountInBase({ ...entry, currency, property }, baseCurrency);
      if (isLeft(inBase)) return inBase;
      const isOfParty = customer !== undefined || supplier !== undefined;
      if (customer !== undefined && supplier !== undefined)
        return left({ kind: 'LineNamesNoSingleParty', property, named: ['customer', 'supplier'] });
      if (entry.account === undefined && !isOfParty)
        return left({ kind: 'SchemaViolation', missing: [`${property}.account`], violations: [] });
      const accountNumber = entry.account?.accountNumber ?? controlAccountOf.right(entry);
      const terms = vatAccount && vat.right.get(folded(vatAccount.vatCode));
      const isVat = terms?.accountNumber === accountNumber || terms?.contraAccountNumber === accountNumber;
      made.push({
        accountNumber,
        amount: entry.amount,
        amountInBaseCurrency: inBase.right,
        currency,
        entryType,
        text: entry.text,
        vatCode: terms?.vatCode,
        vatPart: terms && (entry.vatPart ?? partOn(terms, accountNumber)),
        vatRate: terms && (entry.vatRate ?? terms.ratePercentage),
        departmentNumber: entry.department?.departmentNumber,
        departmentalDistributionNumber: entry.departmentalDistribution?.departmentalDistributionNumber,
        customerNumber: customer?.customerNumber,
        supplierNumber: supplier?.supplierNumber,
        dueDate: isOfParty ? entry.dueDate : undefined,
        isSystemMade: isOfParty || isVat || isOwn || !namesParties(format),
        property: `${property}.account`,
      });
    }
    if (made.length === 0) return left(schemaViolation('entries', 'must have at least one item'));
    all.push(made);
  }
  return right(all);
}

/** Which side of a VAT code what stands on an account is. */
function partOn(
  { accountNumber, contraAccountNumber }: Pick<VatTerms, 'accountNumber' | 'contraAccountNumber'>,
  on: number,
): VatPart {
  if (on === accountNumber) return 'vat';
  return on === contraAccountNumber ? 'contraVat' : 'base';
}

/** What vouchers have lines for are entries in a file, whose documents have no identifier yet. */
export function asInFile(failure: LedgerFailure): LedgerFailure {
  if (failure.kind === 'ReferenceMissing')
    return { ...failure, property: failure.property.replace(/^lines/, 'entries') };
  if (failure.kind !== 'VoucherDoesNotBalance') return failure;
  return { kind: failure.kind, difference: failure.difference, property: 'entries' };
}

/**
 * SIE has no customers and suppliers: what was booked on them stands on control accounts alone. These accept
 * it although they block direct entries, since it was not entered here by hand but booked elsewhere.
 */
function namesParties(format: Import['format']): boolean {
  return format !== 'sie';
}
