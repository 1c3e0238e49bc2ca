import type { DocumentLanguage } from '@kontor/kernel';

/** As what a VAT code reports sales on which no VAT is charged. */
export const SOLD_WITHOUT_VAT = ['exempt', 'goodsToEu', 'servicesToEu', 'export', 'reverseCharge'] as const;
export type SoldWithoutVat = (typeof SOLD_WITHOUT_VAT)[number];

/** What stands on invoices and credit notes beside what they are about (Directive 2006/112/EC, Art. 226). */
export type DocumentWords = {
  readonly invoice: string;
  readonly creditNote: string;
  readonly draft: string;
  /** Large behind a draft. */
  readonly watermark: string;
  /** At the foot, with `{page}` and `{pages}` in it. */
  readonly pageOf: string;
  /** The sum of the lines so far, at the end of a page and at the beginning of the next one. */
  readonly carriedForward: string;
  readonly broughtForward: string;
  readonly date: string;
  readonly dueDate: string;
  readonly dateOfSupply: string;
  /** The day of VAT, where it is another one than the date. */
  readonly vatDate: string;
  readonly customer: string;
  readonly customerVatNumber: string;
  readonly creditedInvoice: string;
  readonly paymentTerms: string;
  readonly yourReference: string;
  readonly publicEntryNumber: string;
  readonly deliveryAddress: string;
  readonly deliveryTerms: string;
  readonly vatNumber: string;
  readonly registration: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly amount: string;
  readonly netAmount: string;
  readonly vat: string;
  readonly total: string;
  readonly vatCode: string;
  readonly rate: string;
  readonly rateOfExchange: string;
  /** Above how to pay, and what it says. */
  readonly payment: string;
  readonly payee: string;
  readonly bank: string;
  readonly remittance: string;
  /** Beside the code that banks' apps read, and to those who do not see it. */
  readonly paymentCode: string;
  /** What the attached file is. */
  readonly data: string;
  /** Where no VAT is charged: why not, by the VAT zone of the recipient. */
  readonly withoutVat: Readonly<Record<number, string>>;
  /** The same where the VAT code says it more exactly. */
  readonly soldWithoutVat: Readonly<Record<SoldWithoutVat, string>>;
};

export const DOCUMENT_WORDS: Readonly<Record<DocumentLanguage, DocumentWords>> = {
  en: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    draft: 'Draft – not an invoice yet',
    watermark: 'Draft',
    pageOf: 'Page {page} of {pages}',
    carriedForward: 'Carried forward',
    broughtForward: 'Brought forward',
    date: 'Date',
    dueDate: 'Due date',
    dateOfSupply: 'Date of supply',
    vatDate: 'VAT date',
    customer: 'Customer',
    customerVatNumber: 'Your VAT number',
    creditedInvoice: 'Credits invoice',
    paymentTerms: 'Payment terms',
    yourReference: 'Your reference',
    publicEntryNumber: 'Public entry number',
    deliveryAddress: 'Delivery address',
    deliveryTerms: 'Delivery terms',
    vatNumber: 'VAT number',
    registration: 'Reg.',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    discount: 'Discount',
    amount: 'Amount',
    netAmount: 'Net amount',
    vat: 'VAT',
    total: 'Total',
    vatCode: 'VAT code',
    rate: 'Rate',
    rateOfExchange: 'Rate of exchange',
    payment: 'Payment',
    payee: 'Payee',
    bank: 'Bank',
    remittance: 'Reference',
    paymentCode: 'Scan with your bank’s app to pay',
    data: 'The data of this invoice by the terms of EN 16931',
    withoutVat: {
      2: 'Reverse charge: the recipient of services owes the VAT (Art. 196 of Directive 2006/112/EC). Intra-Community supplies of goods are exempt (Art. 138).',
      3: 'No VAT: exports of goods are exempt (Art. 146 of Directive 2006/112/EC); services are supplied outside the EU (Art. 44).',
      4: 'Exempt from VAT.',
    },
    soldWithoutVat: {
      exempt: 'Exempt from VAT.',
      goodsToEu: 'Intra-Community supply of goods, exempt from VAT (Art. 138 of Directive 2006/112/EC).',
      servicesToEu: 'Reverse charge: the recipient owes the VAT (Art. 196 of Directive 2006/112/EC).',
      export:
        'No VAT: exports of goods are exempt (Art. 146 of Directive 2006/112/EC); services are supplied outside the EU (Art. 44).',
      reverseCharge: 'Reverse charge: the recipient owes the VAT.',
    },
  },
  de: {
    invoice: 'Rechnung',
    creditNote: 'Rechnungskorrektur',
    draft: 'Entwurf – noch keine Rechnung',
    watermark: 'Entwurf',
    pageOf: 'Seite {page} von {pages}',
    carriedForward: 'Übertrag auf die nächste Seite',
    broughtForward: 'Übertrag',
    date: 'Rechnungsdatum',
    dueDate: 'Zahlbar bis',
    dateOfSupply: 'Leistungsdatum',
    vatDate: 'Datum der Steuerfälligkeit',
    customer: 'Kundennummer',
    customerVatNumber: 'Ihre USt-IdNr.',
    creditedInvoice: 'Korrigiert Rechnung',
    paymentTerms: 'Zahlungsbedingungen',
    yourReference: 'Ihr Zeichen',
    publicEntryNumber: 'Leitweg-ID',
    deliveryAddress: 'Lieferanschrift',
    deliveryTerms: 'Lieferbedingungen',
    vatNumber: 'USt-IdNr.',
    registration: 'Registernr.',
    description: 'Beschreibung',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    discount: 'Rabatt',
    amount: 'Betrag',
    netAmount: 'Nettobetrag',
    vat: 'Umsatzsteuer',
    total: 'Gesamtbetrag',
    vatCode: 'Steuerschlüssel',
    rate: 'Satz',
    rateOfExchange: 'Umrechnungskurs',
    payment: 'Zahlung',
    payee: 'Empfänger',
    bank: 'Bank',
    remittance: 'Verwendungszweck',
    paymentCode: 'Zum Bezahlen mit der App Ihrer Bank scannen',
    data: 'Die Daten dieser Rechnung nach den Begriffen der EN 16931',
    withoutVat: {
      2: 'Steuerschuldnerschaft des Leistungsempfängers bei Dienstleistungen (Art. 196 der Richtlinie 2006/112/EG). Innergemeinschaftliche Lieferungen sind steuerfrei (Art. 138).',
      3: 'Ohne Umsatzsteuer: Ausfuhrlieferungen sind steuerfrei (Art. 146 der Richtlinie 2006/112/EG); Dienstleistungen werden außerhalb der EU erbracht (Art. 44).',
      4: 'Von der Umsatzsteuer befreit.',
    },
    soldWithoutVat: {
      exempt: 'Von der Umsatzsteuer befreit.',
      goodsToEu: 'Steuerfreie innergemeinschaftliche Lieferung (Art. 138 der Richtlinie 2006/112/EG).',
      servicesToEu: 'Steuerschuldnerschaft des Leistungsempfängers (Art. 196 der Richtlinie 2006/112/EG).',
      export:
        'Ohne Umsatzsteuer: Ausfuhrlieferungen sind steuerfrei (Art. 146 der Richtlinie 2006/112/EG); Dienstleistungen werden außerhalb der EU erbracht (Art. 44).',
      reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
    },
  },
  es: {
    invoice: 'Factura',
    creditNote: 'Factura rectificativa',
    draft: 'Borrador – todavía no es una factura',
    watermark: 'Borrador',
    pageOf: 'Página {page} de {pages}',
    carriedForward: 'Suma y sigue',
    broughtForward: 'Suma anterior',
    date: 'Fecha',
    dueDate: 'Vencimiento',
    dateOfSupply: 'Fecha de la operación',
    vatDate: 'Fecha de devengo del IVA',
    customer: 'N.º de cliente',
    customerVatNumber: 'Su NIF-IVA',
    creditedInvoice: 'Rectifica la factura',
    paymentTerms: 'Condiciones de pago',
    yourReference: 'Su referencia',
    publicEntryNumber: 'Código de la entidad pública',
    deliveryAddress: 'Dirección de entrega',
    deliveryTerms: 'Condiciones de entrega',
    vatNumber: 'NIF-IVA',
    registration: 'Reg.',
    description: 'Descripción',
    quantity: 'Cantidad',
    unitPrice: 'Precio unitario',
    discount: 'Descuento',
    amount: 'Importe',
    netAmount: 'Base imponible',
    vat: 'IVA',
    total: 'Total',
    vatCode: 'Código de IVA',
    rate: 'Tipo',
    rateOfExchange: 'Tipo de cambio',
    payment: 'Pago',
    payee: 'Beneficiario',
    bank: 'Banco',
    remittance: 'Concepto',
    paymentCode: 'Escanee con la aplicación de su banco para pagar',
    data: 'Los datos de esta factura según los términos de la EN 16931',
    withoutVat: {
      2: 'Inversión del sujeto pasivo en las prestaciones de servicios (art. 196 de la Directiva 2006/112/CE). Las entregas intracomunitarias de bienes están exentas (art. 138).',
      3: 'Sin IVA: las exportaciones de bienes están exentas (art. 146 de la Directiva 2006/112/CE); los servicios se prestan fuera de la UE (art. 44).',
      4: 'Operación exenta de IVA.',
    },
    soldWithoutVat: {
      exempt: 'Operación exenta de IVA.',
      goodsToEu: 'Entrega intracomunitaria de bienes, exenta de IVA (art. 138 de la Directiva 2006/112/CE).',
      servicesToEu: 'Inversión del sujeto pasivo (art. 196 de la Directiva 2006/112/CE).',
      export:
        'Sin IVA: las exportaciones de bienes están exentas (art. 146 de la Directiva 2006/112/CE); los servicios se prestan fuera de la UE (art. 44).',
      reverseCharge: 'Inversión del sujeto pasivo.',
    },
  },
  it: {
    invoice: 'Fattura',
    creditNote: 'Nota di credito',
    draft: 'Bozza – non è ancora una fattura',
    watermark: 'Bozza',
    pageOf: 'Pagina {page} di {pages}',
    carriedForward: 'A riportare',
    broughtForward: 'Riporto',
    date: 'Data',
    dueDate: 'Scadenza',
    dateOfSupply: 'Data dell’operazione',
    vatDate: 'Data di esigibilità dell’IVA',
    customer: 'N. cliente',
    customerVatNumber: 'La Sua partita IVA',
    creditedInvoice: 'Storna la fattura',
    paymentTerms: 'Condizioni di pagamento',
    yourReference: 'Suo riferimento',
    publicEntryNumber: 'Codice univoco ufficio',
    deliveryAddress: 'Indirizzo di consegna',
    deliveryTerms: 'Condizioni di consegna',
    vatNumber: 'Partita IVA',
    registration: 'Reg. imprese',
    description: 'Descrizione',
    quantity: 'Quantità',
    unitPrice: 'Prezzo unitario',
    discount: 'Sconto',
    amount: 'Importo',
    netAmount: 'Imponibile',
    vat: 'IVA',
    total: 'Totale',
    vatCode: 'Codice IVA',
    rate: 'Aliquota',
    rateOfExchange: 'Cambio',
    payment: 'Pagamento',
    payee: 'Beneficiario',
    bank: 'Banca',
    remittance: 'Causale',
    paymentCode: 'Inquadri il codice con l’app della Sua banca per pagare',
    data: 'I dati di questa fattura secondo i termini della EN 16931',
    withoutVat: {
      2: 'Inversione contabile per le prestazioni di servizi (art. 196 della direttiva 2006/112/CE). Le cessioni intracomunitarie di beni sono esenti (art. 138).',
      3: 'Senza IVA: le esportazioni di beni sono esenti (art. 146 della direttiva 2006/112/CE); i servizi sono resi fuori dell’UE (art. 44).',
      4: 'Operazione esente da IVA.',
    },
    soldWithoutVat: {
      exempt: 'Operazione esente da IVA.',
      goodsToEu: 'Cessione intracomunitaria di beni, esente da IVA (art. 138 della direttiva 2006/112/CE).',
      servicesToEu: 'Inversione contabile (art. 196 della direttiva 2006/112/CE).',
      export:
        'Senza IVA: le esportazioni di beni sono esenti (art. 146 della direttiva 2006/112/CE); i servizi sono resi fuori dell’UE (art. 44).',
      reverseCharge: 'Inversione contabile.',
    },
  },
};
