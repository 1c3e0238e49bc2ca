import { documentLanguageOf, folded, sumOf, ZERO, type Decimal } from '@kontor/kernel';
import { DOCUMENT_WORDS, type SoldWithoutVat } from './document-words.data.js';
import type { CoreKnown, CoreVat, Invoice, Turned, VatCategory } from './core-invoice-model.js';

/** Why no tax is charged, as the standard's lists have it; the category and the code of the reason. */
const WITHOUT_TAX: Readonly<Record<SoldWithoutVat, readonly [VatCategory, string?]>> = {
  exempt: ['E'],
  goodsToEu: ['K', 'VATEX-EU-IC'],
  servicesToEu: ['AE', 'VATEX-EU-AE'],
  export: ['G', 'VATEX-EU-G'],
  reverseCharge: ['AE', 'VATEX-EU-AE'],
};

/**
 * Art. 226 nos 11 and 11a: why no VAT is charged on what is sold under a VAT code, as documents say it;
 * undefined where some is, or nobody knows why not.
 */
export function reasonWithoutVat(
  { vatAccount, vatRate }: Invoice['vatCodeGroups'][number],
  { recipient }: Invoice,
  { soldWithoutVat }: CoreKnown,
): string | undefined {
  if (vatRate !== ZERO) return undefined;
  const words = DOCUMENT_WORDS[documentLanguageOf(recipient.country)];
  const soldAs = vatAccount && soldWithoutVat?.get(folded(vatAccount.vatCode));
  return soldAs === undefined
    ? words.withoutVat[recipient.vatZone.vatZoneNumber]
    : words.soldWithoutVat[soldAs];
}

/** Each way of taxing once (BR-S-8, BR-AE-1 and so on), however many VAT codes say it. */
export function coreVat(invoice: Invoice, known: CoreKnown, turned: Turned): readonly CoreVat[] {
  const all = new Map<string, CoreVat>();
  for (const group of invoice.vatCodeGroups) {
    const { vatAccount, vatRate, totalNetAmount, totalVatAmount } = group;
    const taxed = taxedAs(vatAccount?.vatCode, vatRate, known);
    const reason = reasonWithoutVat(group, invoice, known);
    const way = `${taxed.category ?? ''} ${vatRate}`;
    const { taxable = ZERO, tax = ZERO, exemptionReason: said } = all.get(way) ?? {};
    const isSaid = said === undefined || reason === undefined || said.includes(reason);
    all.set(way, {
      taxable: sumOf([taxable, turned(totalNetAmount)]),
      tax: sumOf([tax, turned(totalVatAmount)]),
      ratePercentage: vatRate,
      ...taxed,
      exemptionReason: isSaid ? (said ?? reason) : `${said} ${reason}`,
    });
  }
  return [...all.values()];
}

/**
 * The category of what is sold under a VAT code at a rate in per cent; undefined where no tax is charged and
 * the books do not say why. `exemptionCode`: the code of the reason why none is charged.
 */
export function taxedAs(
  vatCode: string | undefined,
  ratePercentage: Decimal,
  { soldWithoutVat }: CoreKnown,
): Pick<CoreVat, 'category' | 'exemptionCode'> {
  if (ratePercentage !== ZERO) return { category: 'S', exemptionCode: undefined };
  const soldAs = vatCode === undefined ? undefined : soldWithoutVat?.get(folded(vatCode));
  const [category, exemptionCode] = soldAs === undefined ? [] : WITHOUT_TAX[soldAs];
  return { category, exemptionCode };
}
