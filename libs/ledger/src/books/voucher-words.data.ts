import type { DocumentLanguage } from '@kontor/kernel';
import type { SERIES } from '../number-series/number-series.data.js';
import type { EntryType } from '../posting/posting.js';

/** What stands on vouchers beside what is in the books. */
export type VoucherWords = {
  readonly titles: Readonly<Record<EntryType, string>>;
  /** Of series whose documents have entries of a type that others have as well. */
  readonly titlesOfSeries: Readonly<
    Record<keyof Pick<typeof SERIES, 'creditNote' | 'matching' | 'vatSettlement' | 'accruals'>, string>
  >;
  readonly account: string;
  readonly text: string;
  readonly debit: string;
  readonly credit: string;
  readonly total: string;
  /** The sums so far, at the end of a page and at the beginning of the next one. */
  readonly carriedForward: string;
  readonly broughtForward: string;
  /** At the foot, with `{page}` and `{pages}` in it. */
  readonly pageOf: string;
};

export const VOUCHER_WORDS: Readonly<Record<DocumentLanguage, VoucherWords>> = {
  en: {
    titles: {
      customerInvoice: 'Customer invoice',
      customerPayment: 'Customer payment',
      supplierInvoice: 'Supplier invoice',
      supplierPayment: 'Supplier payment',
      financeVoucher: 'Finance voucher',
      reminder: 'Reminder',
      openingEntry: 'Opening balance',
      transferredOpeningEntry: 'Balances carried forward',
      systemEntry: 'Closing entries',
      manualDebtorInvoice: 'Manual debtor invoice',
    },
    titlesOfSeries: {
      creditNote: 'Credit note',
      matching: 'Exchange and rounding differences',
      vatSettlement: 'VAT settlement',
      accruals: 'Accruals',
    },
    account: 'Account',
    text: 'Text',
    debit: 'Debit',
    credit: 'Credit',
    total: 'Total',
    carriedForward: 'Carried forward',
    broughtForward: 'Brought forward',
    pageOf: 'Page {page} of {pages}',
  },
  de: {
    titles: {
      customerInvoice: 'Ausgangsrechnung',
      customerPayment: 'Zahlungseingang',
      supplierInvoice: 'Eingangsrechnung',
      supplierPayment: 'Zahlungsausgang',
      financeVoucher: 'Buchungsbeleg',
      reminder: 'Mahnung',
      openingEntry: 'Eröffnungsbilanz',
      transferredOpeningEntry: 'Saldovorträge',
      systemEntry: 'Abschlussbuchungen',
      manualDebtorInvoice: 'Manuelle Ausgangsrechnung',
    },
    titlesOfSeries: {
      creditNote: 'Rechnungskorrektur',
      matching: 'Kurs- und Rundungsdifferenzen',
      vatSettlement: 'Umsatzsteuerabrechnung',
      accruals: 'Rechnungsabgrenzung',
    },
    account: 'Konto',
    text: 'Buchungstext',
    debit: 'Soll',
    credit: 'Haben',
    total: 'Summe',
    carriedForward: 'Übertrag auf die nächste Seite',
    broughtForward: 'Übertrag',
    pageOf: 'Seite {page} von {pages}',
  },
  es: {
    titles: {
      customerInvoice: 'Factura emitida',
      customerPayment: 'Cobro de cliente',
      supplierInvoice: 'Factura recibida',
      supplierPayment: 'Pago a proveedor',
      financeVoucher: 'Comprobante contable',
      reminder: 'Recordatorio de pago',
      openingEntry: 'Asiento de apertura',
      transferredOpeningEntry: 'Saldos del ejercicio anterior',
      systemEntry: 'Asientos de cierre',
      manualDebtorInvoice: 'Factura emitida manual',
    },
    titlesOfSeries: {
      creditNote: 'Factura rectificativa',
      matching: 'Diferencias de cambio y de redondeo',
      vatSettlement: 'Liquidación del IVA',
      accruals: 'Periodificaciones',
    },
    account: 'Cuenta',
    text: 'Concepto',
    debit: 'Debe',
    credit: 'Haber',
    total: 'Total',
    carriedForward: 'Suma y sigue',
    broughtForward: 'Suma anterior',
    pageOf: 'Página {page} de {pages}',
  },
  it: {
    titles: {
      customerInvoice: 'Fattura emessa',
      customerPayment: 'Incasso da cliente',
      supplierInvoice: 'Fattura ricevuta',
      supplierPayment: 'Pagamento a fornitore',
      financeVoucher: 'Registrazione contabile',
      reminder: 'Sollecito di pagamento',
      openingEntry: 'Apertura dei conti',
      transferredOpeningEntry: 'Saldi riportati',
      systemEntry: 'Scritture di chiusura',
      manualDebtorInvoice: 'Fattura emessa manuale',
    },
    titlesOfSeries: {
      creditNote: 'Nota di credito',
      matching: 'Differenze di cambio e di arrotondamento',
      vatSettlement: 'Liquidazione dell’IVA',
      accruals: 'Ratei e risconti',
    },
    account: 'Conto',
    text: 'Descrizione',
    debit: 'Dare',
    credit: 'Avere',
    total: 'Totale',
    carriedForward: 'A riportare',
    broughtForward: 'Riporto',
    pageOf: 'Pagina {page} di {pages}',
  },
};
