import { expect } from 'chai';
import { documentLanguageOf } from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import { invoiceDocumentOf, sellerLines } from './invoice-document.js';
import { DOCUMENT_WORDS } from './document-words.data.js';

describe('what stands below the seller’s name (Directive 2006/112/EC, Art. 226)', () => {
  it('is the address, the numbers with the tax office and the register, and the account', () => {
    const company = {
      addressLine1: 'Am Hafen 1',
      addressLine2: 'Hof B',
      zip: '24937',
      city: 'Flensburg',
      country: 'Deutschland',
      vatNumber: 'DE123456789',
      companyIdentificationNumber: 'HRB 77',
      ibanNumber: 'DE89370400440532013000',
    };

    expect(sellerLines(company)).to.deep.equal([
      'Am Hafen 1, Hof B',
      '24937 Flensburg, Deutschland',
      'VAT number\u00a0DE123456789 · Reg.\u00a0HRB 77',
      'IBAN DE89 3704 0044 0532 0130 00',
    ]);
  });

  it('is nothing where nothing is known, and never half a line', () => {
    expect(sellerLines({})).to.deep.equal([]);
    expect(sellerLines({ city: 'Flensburg', vatNumber: '' })).to.deep.equal(['Flensburg']);
  });
});

const SELLER = { name: 'Nord', lines: [], company: { vatNumber: 'DE123456789' } };

/** An invoice as far as documents show it: 100.00 without VAT, in base currency. */
function anInvoice(more: object = {}): BookedInvoice {
  const shown = {
    salesDocumentType: 'invoice',
    bookedInvoiceNumber: 7,
    displayInvoiceNumber: 'INV7',
    date: '2026-03-31',
    dueDate: '2026-04-30',
    currency: 'EUR',
    exchangeRate: '100',
    vatIncluded: false,
    customer: { customerNumber: 3 },
    paymentTerms: { name: 'Net 30 days' },
    recipient: { name: 'Bar', country: 'Italy', vatZone: { vatZoneNumber: 2 } },
    lines: [],
    additionalExpenseLines: [],
    vatCodeGroups: [{ vatRate: '0', totalNetAmount: '100', totalVatAmount: '0' }],
    netAmount: '100',
    vatAmount: '0',
    grossAmount: '100',
  };
  return { ...shown, ...more } as unknown as BookedInvoice;
}

describe('what stands on an invoice (Directive 2006/112/EC, Art. 226)', () => {
  it('is in the language of the country of its recipient, by code or name, else in English', () => {
    expect(['Germany', 'Deutschland', 'AT', 'Alemania'].map(documentLanguageOf)).to.deep.equal(
      Array.from({ length: 4 }, () => 'de'),
    );
    expect(['Spain', 'España', 'Spagna'].map(documentLanguageOf)).to.deep.equal(['es', 'es', 'es']);
    expect(['italia', ' IT '].map(documentLanguageOf)).to.deep.equal(['it', 'it']);
    expect(['Denmark', '', undefined].map(documentLanguageOf)).to.deep.equal(['en', 'en', 'en']);
    expect(invoiceDocumentOf(anInvoice(), SELLER, { baseCurrency: 'EUR' })).to.include({
      language: 'it',
      title: 'Fattura',
    });
  });

  it('names both parties with their VAT numbers, the date and the date of supply', () => {
    const known = { baseCurrency: 'EUR' };
    const recipient = { ...anInvoice().recipient, vatNumber: 'IT12345678901' };
    const { seller, facts } = invoiceDocumentOf(
      anInvoice({ recipient, delivery: { deliveryDate: '2026-03-20' } }),
      SELLER,
      known,
    );

    expect(seller.lines).to.deep.equal(['Partita IVA\u00a0DE123456789']);
    expect(facts).to.deep.include.members([
      ['Data', '31/03/2026'],
      ['Data dell’operazione', '20/03/2026'],
      ['La Sua partita IVA', 'IT12345678901'],
    ]);
    expect(invoiceDocumentOf(anInvoice(), SELLER, known).facts).to.deep.include([
      'Data dell’operazione',
      '31/03/2026',
    ]);
  });

  it('names the day of VAT where it is another one than its date, in print and for programs', () => {
    const of = (vatDate?: string): ReturnType<typeof invoiceDocumentOf> =>
      invoiceDocumentOf(anInvoice({ vatDate }), SELLER, { baseCurrency: 'EUR' });

    const other = of('2026-04-02');

    expect(other.facts).to.deep.include(['Data di esigibilità dell’IVA', '02/04/2026']);
    expect(other.data.vatPointDate).to.equal('2026-04-02');
    for (const same of [of(), of('2026-03-31')]) {
      expect(same.facts.map(([name]) => name)).not.to.include('Data di esigibilità dell’IVA');
      expect(same.data.vatPointDate).to.equal(undefined);
    }
  });

  it('names the county of its recipient, and where the goods go', () => {
    const recipient = { name: 'Bar', address: 'Via 1', zip: '00100', city: 'Roma', county: 'RM' };
    const delivery = { address: 'Hauptstr. 2\nTor 3', zip: '24937', city: 'Flensburg', country: 'Germany' };
    const of = (more: object): ReturnType<typeof invoiceDocumentOf> =>
      invoiceDocumentOf(
        anInvoice({ recipient: { ...recipient, country: 'Italy', vatZone: { vatZoneNumber: 1 } }, ...more }),
        SELLER,
        { baseCurrency: 'EUR' },
      );

    const document = of({ delivery });

    expect(document.recipient).to.deep.equal(['Bar', 'Via 1', '00100 Roma', 'RM', 'Italy']);
    expect(document.facts).to.deep.include([
      'Indirizzo di consegna',
      'Hauptstr. 2, Tor 3, 24937 Flensburg, Germany',
    ]);
    expect(document.data.buyer).to.include({ subdivision: 'RM' });
    expect(document.data.deliveryAddress).to.deep.include({
      addressLines: ['Hauptstr. 2', 'Tor 3'],
      countryCode: 'DE',
    });
    const without = of({ delivery: { deliveryDate: '2026-03-20' } });
    expect(without.facts.map(([name]) => name)).not.to.include('Indirizzo di consegna');
    expect(without.data.deliveryAddress).to.equal(undefined);
  });

  it('has each line of an address once, whatever ends it', () => {
    const address = 'Am Hafen 1\r\nHof B\rTor 3';
    const recipient = { name: 'Bar', address, city: 'Roma', vatZone: { vatZoneNumber: 1 } };

    const document = invoiceDocumentOf(anInvoice({ recipient, delivery: { address } }), SELLER, {
      baseCurrency: 'EUR',
    });

    expect(document.recipient).to.deep.equal(['Bar', 'Am Hafen 1', 'Hof B', 'Tor 3', 'Roma']);
    expect(document.facts.find(([, value]) => value.includes('Hafen'))?.[1]).to.equal(
      'Am Hafen 1, Hof B, Tor 3',
    );
    const addressLines = ['Am Hafen 1', 'Hof B', 'Tor 3'];
    expect(document.data.buyer).to.deep.include({ addressLines });
    expect(document.data.deliveryAddress).to.deep.include({ addressLines });
  });

  it('says why no VAT is charged, by the VAT zone, and nothing where some is', () => {
    const notesIn = (zone: number, vatAmount = '0') =>
      invoiceDocumentOf(
        anInvoice({
          vatAmount,
          vatCodeGroups: [{ vatRate: '0', totalNetAmount: '100', totalVatAmount: vatAmount }],
          recipient: { name: 'A', vatZone: { vatZoneNumber: zone } },
        }),
        SELLER,
        { baseCurrency: 'EUR' },
      ).notes;
    const { withoutVat } = DOCUMENT_WORDS.en;

    expect([2, 3, 4].map((zone) => notesIn(zone))).to.deep.equal([2, 3, 4].map((zone) => [withoutVat[zone]]));
    expect(notesIn(1)).to.deep.equal([]);
    expect(notesIn(2, '25')).to.deep.equal([]);
  });

  it('says it of a part without VAT too, as exactly as its VAT code does, and each reason once', () => {
    const zero = (vatCode: string) => ({
      vatAccount: { vatCode },
      vatRate: '0',
      totalNetAmount: '50',
      totalVatAmount: '0',
    });
    const { notes } = invoiceDocumentOf(
      anInvoice({
        vatAmount: '25',
        vatCodeGroups: [
          { vatAccount: { vatCode: 'S25' }, vatRate: '25', totalNetAmount: '100', totalVatAmount: '25' },
          zero('SRC'),
          zero('SRC2'),
          zero('SEUS'),
        ],
        notes: { text1: 'Thank you' },
        recipient: { name: 'A', country: 'DE', vatZone: { vatZoneNumber: 1 } },
      }),
      SELLER,
      {
        baseCurrency: 'EUR',
        soldWithoutVat: new Map([
          ['src', 'reverseCharge'],
          ['src2', 'reverseCharge'],
          ['seus', 'servicesToEu'],
        ]),
      },
    );

    expect(notes).to.deep.equal([
      'SRC, SRC2: Steuerschuldnerschaft des Leistungsempfängers.',
      'SEUS: Steuerschuldnerschaft des Leistungsempfängers (Art. 196 der Richtlinie 2006/112/EG).',
      'Thank you',
    ]);
  });

  it('says of a reason without VAT of which VAT codes it is, where lines are taxed otherwise too', () => {
    const group = (vatCode: string | undefined, totalVatAmount = '0') => ({
      ...(vatCode !== undefined && { vatAccount: { vatCode } }),
      vatRate: totalVatAmount === '0' ? '0' : '25',
      totalNetAmount: '50',
      totalVatAmount,
    });
    const notesOf = (...vatCodeGroups: readonly object[]): readonly string[] =>
      invoiceDocumentOf(
        anInvoice({ vatCodeGroups, recipient: { name: 'A', vatZone: { vatZoneNumber: 4 } } }),
        SELLER,
        { baseCurrency: 'EUR' },
      ).notes;

    expect(notesOf(group('S0'))).to.deep.equal(['Exempt from VAT.']);
    expect(notesOf(group('S0'), group('S25', '12.5'))).to.deep.equal(['S0: Exempt from VAT.']);
    expect(notesOf(group(undefined), group('S25', '12.5'))).to.deep.equal(['Exempt from VAT.']);
  });

  it('has unit prices and amounts without VAT where prices include it', () => {
    const line = { description: 'Cup', quantity: '3', discountPercentage: '0', totalNetAmount: '252.1' };
    const { lines } = invoiceDocumentOf(
      anInvoice({
        vatIncluded: true,
        lines: [
          { ...line, unitNetPrice: '100', vatRate: '19' },
          { ...line, unitNetPrice: '125', vatRate: '25' },
          { ...line, unitNetPrice: '-7', vatRate: '0' },
        ],
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    expect(lines.map(({ price, amount }) => [price, amount])).to.deep.equal([
      ['84,0336', '252,10'],
      ['100,00', '252,10'],
      ['-7,00', '252,10'],
    ]);
  });

  it('has quantities and rates of exchange with marks between thousands, as amounts have them', () => {
    const line = { description: 'Bolt', unitNetPrice: '1', discountPercentage: '0', totalNetAmount: '0' };
    const { lines, facts } = invoiceDocumentOf(
      anInvoice({
        currency: 'BTC',
        exchangeRate: '8712345.67',
        lines: ['100000', '1234.5', '-1234567', '999'].map((quantity) => ({ ...line, quantity })),
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    expect(lines.map(({ quantity }) => quantity)).to.deep.equal(['100.000', '1.234,5', '-1.234.567', '999']);
    expect(facts.map(([, fact]) => fact)).to.include('100 BTC = 8.712.345,67 EUR');
  });

  it('has unit prices by which the quantity comes to the amount, however small they are', () => {
    const line = { lineNumber: 1, description: 'Bolt', unitNetPrice: '0.004567', vatRate: '25' };
    const { lines, data } = invoiceDocumentOf(
      anInvoice({
        vatIncluded: true,
        lines: [
          { ...line, quantity: '100000', discountPercentage: '0', totalNetAmount: '365.36' },
          { ...line, quantity: '100000', discountPercentage: '12.5', totalNetAmount: '319.69' },
          { ...line, quantity: '10000', unitNetPrice: '9.99', vatRate: '19', discountPercentage: '0' },
          { ...line, quantity: '1', unitNetPrice: '0.00004', discountPercentage: '0' },
        ].map((one) => ({ totalNetAmount: '0', ...one })),
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    expect(lines.map(({ price }) => price)).to.deep.equal(['0,0036536', '0,0036536', '8,394958', '0,00003']);
    expect(data.lines.map(({ price }) => price)).to.deep.equal([
      '0.0036536',
      '0.0036536',
      '8.394958',
      '0.00003',
    ]);
    // An eighth of 365.36, and not of what a price of four decimals would come to.
    expect(data.lines[1]?.allowance).to.deep.equal({ amount: '45.67', percentage: '12.5' });
  });

  it('has the tax in the base currency as it is booked', () => {
    const { vat } = invoiceDocumentOf(
      anInvoice({
        currency: 'USD',
        exchangeRate: '91.37',
        lines: Array.from({ length: 5 }, () => ({ totalNetAmount: '0.37' })),
        vatCodeGroups: [{ vatRate: '25', totalNetAmount: '1.85', totalVatAmount: '0.46' }],
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    // 1.85 is 1.69, and 2.31 is 2.11: what is left of it is the tax.
    expect(vat).to.deep.equal([
      { code: '', rate: '25 %', net: '1,85', vat: '0,46', netInBase: '1,69', vatInBase: '0,42' },
    ]);
  });

  it('has the basis in the base currency as it is booked too', () => {
    const line = (vatCode: string) => ({ totalNetAmount: '0.37', vatRate: '0', vatAccount: { vatCode } });
    const group = (vatCode: string) => ({
      ...{ vatAccount: { vatCode }, vatRate: '0' },
      ...{ totalNetAmount: '0.37', totalVatAmount: '0' },
    });
    const { vat } = invoiceDocumentOf(
      anInvoice({
        currency: 'USD',
        exchangeRate: '91.37',
        lines: [line('S0'), line('SEUS')],
        additionalExpenseLines: [{ amount: '0.37', additionalExpense: {}, vatAccount: { vatCode: 'sexp' } }],
        vatCodeGroups: [group('S0'), group('SEUS'), group('SEXP')],
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    // 1.11 is 1.01, which is what the customer owes: each by itself would come to 0.34.
    expect(vat.map(({ netInBase }) => netInBase)).to.deep.equal(['0,34', '0,34', '0,33']);
  });

  it('has basis and tax rate by rate, those without a VAT code too, and the tax in the base currency', () => {
    const { vat, facts } = invoiceDocumentOf(
      anInvoice({
        currency: 'USD',
        exchangeRate: '90',
        vatAmount: '25',
        lines: [
          { vatAccount: { vatCode: 's25' }, vatRate: '25', totalNetAmount: '100' },
          { vatRate: '0', totalNetAmount: '50' },
        ],
        vatCodeGroups: [
          { vatAccount: { vatCode: 'S25' }, vatRate: '25', totalNetAmount: '100', totalVatAmount: '25' },
          { vatRate: '0', totalNetAmount: '50', totalVatAmount: '0' },
        ],
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    expect(vat).to.deep.equal([
      { code: 'S25', rate: '25 %', net: '100,00', vat: '25,00', netInBase: '90,00', vatInBase: '22,50' },
      { code: '', rate: '0 %', net: '50,00', vat: '0,00', netInBase: '45,00', vatInBase: '0,00' },
    ]);
    expect(facts).to.deep.include(['Cambio', '100 USD = 90 EUR']);
  });

  it('says of each line at which rate it is taxed, where there are several rates', () => {
    const line = { quantity: '1', unitNetPrice: '50', discountPercentage: '0', totalNetAmount: '50' };
    const rates = (...groups: readonly (readonly [vatCode: string, vatRate: string])[]) =>
      invoiceDocumentOf(
        anInvoice({
          lines: [
            { ...line, vatRate: '25' },
            { description: 'of brass', totalNetAmount: '0' },
            { ...line, vatRate: '12.5' },
          ],
          additionalExpenseLines: [
            { additionalExpense: { name: 'Freight' }, amount: '20', vatAccount: { vatCode: 's12' } },
          ],
          vatCodeGroups: groups.map(([vatCode, vatRate]) => ({
            ...{ vatAccount: { vatCode }, vatRate, totalNetAmount: '50', totalVatAmount: '10' },
          })),
        }),
        SELLER,
        { baseCurrency: 'EUR' },
      ).lines.map(({ rate }) => rate);

    expect(rates(['S25', '25'], ['S12', '12.5'])).to.deep.equal(['25 %', undefined, '12,5 %', '12,5 %']);
    expect(rates(['S25', '25'], ['G25', '25'])).to.deep.equal(Array.from({ length: 4 }, () => undefined));
  });

  it('has its figures as they are written in its language', () => {
    const totalsIn = (country: string) =>
      invoiceDocumentOf(
        anInvoice({
          grossAmount: '-1234567.5',
          recipient: { name: 'A', country, vatZone: { vatZoneNumber: 1 } },
        }),
        SELLER,
        { baseCurrency: 'EUR' },
      ).totals.gross;

    expect(['Denmark', 'DE', 'ES', 'IT'].map(totalsIn)).to.deep.equal([
      '-1,234,567.50',
      '-1.234.567,50',
      '-1.234.567,50',
      '-1.234.567,50',
    ]);
  });

  it('names the invoice that a credit note credits', () => {
    const { title, facts } = invoiceDocumentOf(anInvoice({ salesDocumentType: 'creditNote' }), SELLER, {
      baseCurrency: 'EUR',
      creditedInvoice: 'INV5',
    });

    expect(title).to.equal('Nota di credito');
    expect(facts).to.deep.include(['Storna la fattura', 'INV5']);
  });

  it('says until when and how is paid of an invoice, and not of a credit note: nobody pays it', () => {
    const namesIn = (more: object): readonly string[] =>
      invoiceDocumentOf(anInvoice(more), SELLER, { baseCurrency: 'EUR' }).facts.map(([name]) => name);
    const { dueDate, paymentTerms } = DOCUMENT_WORDS.it;

    expect(namesIn({})).to.include.members([dueDate, paymentTerms]);
    for (const credit of [{ salesDocumentType: 'creditNote' }, { grossAmount: '-100' }])
      expect(namesIn(credit)).not.to.include.oneOf([dueDate, paymentTerms]);
  });

  it('says how to pay where the layout has a payment slip, the company an account, and it is booked', () => {
    const company = { ibanNumber: 'DE89370400440532013000', swiftCode: 'COBADEFFXXX', bankName: 'Nordbank' };
    const of = (more: object): ReturnType<typeof invoiceDocumentOf>['payment'] =>
      invoiceDocumentOf(
        anInvoice({ layout: { layoutNumber: 2 }, ...more }),
        { ...SELLER, company },
        {
          baseCurrency: 'EUR',
        },
      ).payment;

    expect(of({})?.facts).to.deep.equal([
      ['Beneficiario', 'Nord'],
      ['IBAN', 'DE89 3704 0044 0532 0130 00'],
      ['BIC', 'COBADEFFXXX'],
      ['Banca', 'Nordbank'],
      ['Importo', 'EUR 100,00'],
      ['Causale', 'INV7'],
    ]);
    expect(of({})?.code).to.match(/^BCD\n002\n[^]*EUR100\.00\n\n\nINV7$/);
    expect(of({ currency: 'DKK' })).to.have.property('facts');
    expect(of({ currency: 'DKK' })).not.to.have.property('code');
    expect(of({ layout: { layoutNumber: 1 } })).to.equal(undefined);
    expect(of({ grossAmount: '-100' })).to.equal(undefined);
    expect(of({ grossAmount: '0' })).to.equal(undefined);
    const { bookedInvoiceNumber: _, ...draft } = anInvoice({ layout: { layoutNumber: 2 } });
    const drawn = invoiceDocumentOf(draft as never, { ...SELLER, company }, { baseCurrency: 'EUR' });
    expect(drawn.payment).to.equal(undefined);
  });

  it('has the colour and the footer that the company has chosen', () => {
    const company = { paperColour: '#1d4f91', paperFooter: 'Nordbank' };
    const { look } = invoiceDocumentOf(anInvoice(), { ...SELLER, company }, { baseCurrency: 'EUR' });

    expect(look).to.deep.include({ colour: '#1d4f91', footer: 'Nordbank', hasHead: true });
  });

  it('has its data by the terms of EN 16931, from which the same figures are written', () => {
    const line = {
      lineNumber: 1,
      quantity: '2',
      unitNetPrice: '62.5',
      vatRate: '25',
      discountPercentage: '20',
    };
    const company = {
      vatNumber: 'DE123456789',
      country: 'Deutschland',
      ibanNumber: 'DE89 3704 0044 0532 0130 00',
    };
    const document = invoiceDocumentOf(
      anInvoice({
        vatIncluded: true,
        recipient: {
          name: 'Bar',
          address: 'Via 1\nScala B',
          country: 'Italia',
          vatZone: { vatZoneNumber: 2 },
        },
        lines: [
          { lineNumber: 1, description: 'For the hall', totalNetAmount: '0' },
          { ...line, description: 'Lamp', product: { productNumber: 'L1' }, totalNetAmount: '80' },
          { lineNumber: 3, description: 'of brass', totalNetAmount: '0' },
        ],
        additionalExpenseLines: [
          { additionalExpense: { name: 'Freight' }, amount: '20', vatAccount: { vatCode: 'eu' } },
        ],
        vatCodeGroups: [
          { vatAccount: { vatCode: 'EU' }, vatRate: '0', totalNetAmount: '100', totalVatAmount: '0' },
        ],
      }),
      { ...SELLER, company },
      { baseCurrency: 'EUR', soldWithoutVat: new Map([['eu', 'goodsToEu']]) },
    );

    const { data } = document;
    expect(data).to.deep.include({
      number: 'INV7',
      typeCode: '380',
      issueDate: '2026-03-31',
      notes: ['For the hall'],
    });
    expect(data.seller).to.include({ countryCode: 'DE', vatNumber: 'DE123456789' });
    expect(data.buyer).to.deep.include({ countryCode: 'IT', addressLines: ['Via 1', 'Scala B'] });
    expect(data.creditTransfer).to.include({ account: 'DE89370400440532013000', remittance: 'INV7' });
    expect(data.lines).to.deep.equal([
      {
        identifier: '1',
        notes: ['of brass'],
        quantity: '2',
        unit: undefined,
        net: '80',
        allowance: { amount: '20', percentage: '20' },
        price: '50',
        category: 'S',
        ratePercentage: '25',
        name: 'Lamp',
        sellersIdentifier: 'L1',
      },
    ]);
    expect(data.charges).to.deep.equal([
      { amount: '20', reason: 'Freight', category: 'K', ratePercentage: '0' },
    ]);
    expect(data.totals).to.deep.equal({
      lines: '80',
      charges: '20',
      withoutVat: '100',
      vat: '0',
      vatInVatCurrency: undefined,
      withVat: '100',
    });
    expect(data.vat).to.deep.equal([
      {
        ...{ taxable: '100', tax: '0', category: 'K', ratePercentage: '0', exemptionCode: 'VATEX-EU-IC' },
        exemptionReason: document.notes[0],
      },
    ]);
    expect([document.totals.net, document.lines[1]?.amount]).to.deep.equal(['100,00', '80,00']);
  });

  it('has expenses as lines in its data where it charges nothing else (BR-16)', () => {
    const expense = (name: string, amount: string) => ({
      ...{ additionalExpense: { name }, amount, vatAccount: { vatCode: 'S25' } },
    });
    const { data } = invoiceDocumentOf(
      anInvoice({
        lines: [{ lineNumber: 1, description: 'As agreed', totalNetAmount: '0' }],
        additionalExpenseLines: [expense('Freight', '120'), expense('Rebate', '-20')],
        vatCodeGroups: [
          { vatAccount: { vatCode: 'S25' }, vatRate: '25', totalNetAmount: '100', totalVatAmount: '25' },
        ],
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    const line = { notes: [], category: 'S', ratePercentage: '25' };
    expect(data.lines).to.deep.equal([
      { ...line, identifier: '1', quantity: '1', price: '120', net: '120', name: 'Freight' },
      { ...line, identifier: '2', quantity: '-1', price: '20', net: '-20', name: 'Rebate' },
    ]);
    expect(data).to.deep.include({ charges: [], notes: ['As agreed'] });
    expect(data.totals).to.include({ lines: '100', charges: '0', withoutVat: '100' });
  });

  it('says in its data to which country goods go that are sold to the EU (BR-IC-12)', () => {
    const ofDelivery = (vatCode: string, more = {}): unknown =>
      invoiceDocumentOf(
        anInvoice({
          recipient: { name: 'Bar', address: 'Via 1', country: 'Italia', vatZone: { vatZoneNumber: 2 } },
          vatCodeGroups: [
            { vatAccount: { vatCode }, vatRate: '0', totalNetAmount: '100', totalVatAmount: '0' },
          ],
          ...more,
        }),
        SELLER,
        {
          baseCurrency: 'EUR',
          soldWithoutVat: new Map([
            ['seug', 'goodsToEu'],
            ['seus', 'servicesToEu'],
          ]),
        },
      ).data.deliveryAddress;

    expect(ofDelivery('SEUG')).to.deep.include({ addressLines: ['Via 1'], countryCode: 'IT' });
    expect(ofDelivery('SEUG', { delivery: { city: 'Wien', country: 'AT' } })).to.deep.include({
      ...{ city: 'Wien', countryCode: 'AT' },
    });
    expect(ofDelivery('SEUS')).to.equal(undefined);
  });

  it('credits by positive amounts in its data, as EN 16931 does', () => {
    const credit = { salesDocumentType: 'creditNote', netAmount: '-100', grossAmount: '-100' };
    const { data } = invoiceDocumentOf(anInvoice(credit), SELLER, {
      baseCurrency: 'EUR',
      creditedInvoice: 'INV5',
    });

    expect(data).to.include({ typeCode: '381', precedingInvoice: 'INV5' });
    expect(data.totals).to.include({ withoutVat: '100', withVat: '100' });
  });

  it('is a credit note in its data too where its title says so: an invoice of negative amount', () => {
    const company = { ibanNumber: 'DE89370400440532013000' };
    const { title, data } = invoiceDocumentOf(
      anInvoice({ netAmount: '-100', grossAmount: '-100' }),
      { ...SELLER, company },
      { baseCurrency: 'EUR' },
    );

    expect(title).to.equal('Nota di credito');
    expect(data).to.include({ typeCode: '381', creditTransfer: undefined });
    expect(data.totals).to.include({ withoutVat: '100', withVat: '100' });
  });

  it('takes off by a quantity, never by a price, in its data (BR-27)', () => {
    const line = { vatRate: '25', discountPercentage: '10' };
    const { lines, data } = invoiceDocumentOf(
      anInvoice({
        lines: [
          { ...line, quantity: '2', unitNetPrice: '-20', totalNetAmount: '-36' },
          { ...line, quantity: '-2', unitNetPrice: '-20', totalNetAmount: '36' },
          { ...line, quantity: '-2', unitNetPrice: '20', totalNetAmount: '-36' },
        ],
      }),
      SELLER,
      { baseCurrency: 'EUR' },
    );

    expect(data.lines.map(({ quantity, price, net }) => [quantity, price, net])).to.deep.equal([
      ['-2', '20', '-36'],
      ['2', '20', '36'],
      ['-2', '20', '-36'],
    ]);
    expect(data.lines.map(({ allowance }) => allowance?.amount)).to.deep.equal(['-4', '4', '-4']);
    expect(lines.map(({ quantity, price }) => [quantity, price])).to.deep.equal([
      ['2', '-20,00'],
      ['-2', '-20,00'],
      ['-2', '20,00'],
    ]);
  });

  it('says in its data once what is taxed in one way, under however many VAT codes (BR-S-8, BR-AE-1)', () => {
    const group = (vatCode: string, vatRate: string, totalNetAmount: string, totalVatAmount: string) => ({
      ...{ vatAccount: { vatCode }, vatRate, totalNetAmount, totalVatAmount },
    });
    const { vat, data } = invoiceDocumentOf(
      anInvoice({
        vatCodeGroups: [
          group('S25', '25', '100', '25'),
          group('SEUS', '0', '10', '0'),
          group('G25', '25', '0.1', '0.03'),
          group('SRC', '0', '20', '0'),
          group('SEUG', '0', '5', '0'),
        ],
      }),
      SELLER,
      {
        baseCurrency: 'EUR',
        soldWithoutVat: new Map([
          ['seus', 'servicesToEu'],
          ['src', 'reverseCharge'],
          ['seug', 'goodsToEu'],
        ]),
      },
    );

    expect(data.vat.map(({ category, taxable, tax }) => [category, taxable, tax])).to.deep.equal([
      ['S', '100.1', '25.03'],
      ['AE', '30', '0'],
      ['K', '5', '0'],
    ]);
    expect(vat.map(({ code }) => code)).to.deep.equal(['S25', 'SEUS', 'G25', 'SRC', 'SEUG']);
  });

  it('says in its data, as in print, why no tax is charged, and nothing where some is (BR-E-10, BR-S-10)', () => {
    const group = (vatCode: string, vatRate: string, totalNetAmount: string) => ({
      ...{ vatAccount: { vatCode }, vatRate, totalNetAmount, totalVatAmount: '0' },
    });
    const { data, notes } = invoiceDocumentOf(
      anInvoice({
        vatCodeGroups: [
          group('S0', '0', '100'),
          group('S25', '25', '0.01'),
          group('SEUS', '0', '10'),
          group('SRC', '0', '20'),
          group('SEUS2', '0', '30'),
        ],
      }),
      SELLER,
      {
        baseCurrency: 'EUR',
        soldWithoutVat: new Map([
          ['s0', 'exempt'],
          ['seus', 'servicesToEu'],
          ['src', 'reverseCharge'],
          ['seus2', 'servicesToEu'],
        ]),
      },
    );

    const [exempt, services, reverseCharge] = notes.map((note) =>
      note.replace(/^(S0|SEUS, SEUS2|SRC): /, ''),
    );
    expect(notes).to.have.lengthOf(3);
    expect(data.vat.map(({ category, exemptionReason }) => [category, exemptionReason])).to.deep.equal([
      ['E', exempt],
      ['S', undefined],
      ['AE', `${services} ${reverseCharge}`],
    ]);
  });

  it('says in its data how each line is taxed, and the tax in the base currency (BR-53)', () => {
    const line = { quantity: '1', unitNetPrice: '50', discountPercentage: '0', totalNetAmount: '50' };
    const { data } = invoiceDocumentOf(
      anInvoice({
        currency: 'USD',
        exchangeRate: '90',
        lines: [
          { ...line, vatRate: '0', vatAccount: { vatCode: 'SEUS' } },
          { ...line, vatRate: '0' },
          { ...line, vatRate: '25', vatAccount: { vatCode: 'S25' } },
        ],
        vatCodeGroups: [
          { vatAccount: { vatCode: 'S25' }, vatRate: '25', totalNetAmount: '50', totalVatAmount: '12.5' },
        ],
      }),
      SELLER,
      { baseCurrency: 'EUR', soldWithoutVat: new Map([['seus', 'servicesToEu']]) },
    );

    expect(data.lines.map(({ category }) => category)).to.deep.equal(['AE', undefined, 'S']);
    expect(data).to.include({ vatCurrency: 'EUR' });
    expect(data.totals.vatInVatCurrency).to.equal('11.25');
  });
});
