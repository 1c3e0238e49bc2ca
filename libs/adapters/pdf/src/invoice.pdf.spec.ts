import { expect } from 'chai';
import type { DocumentLanguage } from '@kontor/kernel';
import { DOCUMENT_WORDS, type InvoiceDocument } from '@kontor/sales';
import { drawnInvoice } from './invoice.pdf.js';
import { aPng, type Kept } from './png.fixture.js';
import { WATERMARK } from './sheet.js';
import {
  attachedTo,
  CAN_READ,
  croppedOf,
  overprinted,
  pagesOf,
  partsOf,
  pictureOf,
  shareOfGrey,
  textOf,
  unmarkedIn,
  wordsOf,
} from './reading.fixture.js';

const LINE = { text: 'Desk lamp', quantity: '2', unit: 'piece', price: '79.00', amount: '158.00' };

const DATA = {
  number: 'INV1',
  issueDate: '2026-11-20',
  currency: 'EUR',
  totals: { withVat: '197.5' },
} as unknown as InvoiceDocument['data'];

function aDocument(more: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    data: DATA,
    language: 'en',
    words: DOCUMENT_WORDS.en,
    baseCurrency: 'EUR',
    look: { hasHead: true, hasPaymentSlip: false },
    title: 'Invoice',
    number: 'INV1',
    isDraft: false,
    seller: { name: 'Łódź Trading' },
    recipient: ['Ølhuset', 'Torvet 1'],
    facts: [['Date', '2026-11-20']],
    notes: [],
    currency: 'EUR',
    lines: [LINE],
    vat: [{ code: 'S25', rate: '25 %', net: '158.00', vat: '39.50' }],
    totals: { net: '158.00', vat: '39.50', gross: '197.50' },
    ...more,
  };
}

/** Lines of one euro each. */
function linesOf(count: number): InvoiceDocument['lines'] {
  return Array.from({ length: count }, (_, index) => ({
    text: `Lamp no. ${index + 1}`,
    quantity: '1',
    price: '1.00',
    amount: '1.00',
    carried: `${index + 1}.00`,
  }));
}

const drawn = (more: Partial<InvoiceDocument> = {}): Promise<Uint8Array> => drawnInvoice(aDocument(more));

/** Letters of a script, in words of six or in one word, next to none of which stands in it twice. */
function various(
  seed: number,
  length: number,
  { first, many, isWord }: { readonly first: number; readonly many: number; readonly isWord: boolean },
): string {
  const letter = (at: number): string => String.fromCodePoint(first + ((at * at * seed + at * 13) % many));
  return Array.from({ length }, (_, at) => (!isWord && at % 7 === 6 ? ' ' : letter(at + (at >> 5)))).join('');
}

/** How many letters the basic font shapes while something is done. */
async function shapedFor(texts: readonly string[], work: () => Promise<unknown>): Promise<number> {
  const { facesFor } = await import('./fonts.js');
  const { font } = (await facesFor({ plain: texts, bold: [] })).base('plain');
  const shape = font.layout;
  let shaped = 0;
  font.layout = (letters: string) => {
    shaped += letters.length;
    return shape(letters);
  };
  try {
    await work();
  } finally {
    font.layout = shape;
  }
  return shaped;
}

async function pageCount(more: Partial<InvoiceDocument> = {}): Promise<number> {
  const text = Buffer.from(await drawn(more)).toString('latin1');
  expect(text.slice(0, 5)).to.equal('%PDF-');
  return (text.match(/\/Type \/Page\b/g) ?? []).length;
}

describe('an invoice as a PDF document', () => {
  it('is one page', async () => {
    expect(await pageCount()).to.equal(1);
  });

  it('makes room for whatever is known of the seller', async () => {
    const lines = ['Am Hafen 1 '.repeat(20), '24937 Flensburg', 'VAT number DE123456789'];

    expect(await pageCount({ seller: { name: 'Nord', lines } })).to.equal(1);
  });

  it('says in which language it is written', async () => {
    const bytes = await drawn({ language: 'de', words: DOCUMENT_WORDS.de });

    expect(Buffer.from(bytes).toString('latin1')).to.contain('/Lang (de)');
  });

  it('is the same bytes each time, whatever was drawn between', async () => {
    const once = Buffer.from(await drawn({ recipient: ['北京灯具', 'Łódź'] }));
    await drawn({ recipient: ['京', 'ź ę č', 'مصباح'] });

    const again = Buffer.from(await drawn({ recipient: ['北京灯具', 'Łódź'] }));

    expect(again.equals(once)).to.equal(true);
    expect(again.toString('latin1'))
      .to.contain('/CreationDate (D:20261120000000Z)')
      .and.contain('<xmp:CreateDate>2026-11-20T00:00:00Z');
  });

  // It was up to fourteen times as much when a line was measured anew with each place where it might end.
  for (const [name, first, many, isWord] of [
    ['Arabic', 0x628, 18, false],
    ['Cyrillic', 0x410, 64, false],
    ['one long word', 0x410, 64, true],
  ] as const) {
    it(`shapes each letter a few times to break, measure and draw it: ${name}`, async () => {
      const texts = [1, 2, 3].map((line) => various(line, 2_100, { first, many, isWord }));
      const work = (): Promise<unknown> => drawn({ lines: texts.map((text) => ({ ...LINE, text })) });

      expect((await shapedFor(texts, work)) / texts.join('').length).to.be.within(0.5, 4);
    });
  }

  it('is drawn whatever stands in it', async () => {
    // Of the last ones no font has a place for the second mark on the letter with the first.
    for (const text of [
      'ฬุื ฬูี',
      'ⴰ\u034f',
      'Ж'.repeat(2500),
      ' '.repeat(2500),
      `${'\u00a0'.repeat(500)}Lamp`,
    ]) {
      expect(
        await pageCount({ lines: [{ text }], notes: [text], heading: text, recipient: [text] }),
      ).to.be.greaterThan(0);
    }
  });

  it('paints nothing that is neither read nor an artifact (PDF/UA-1, 7.1)', async () => {
    const payment = { facts: [['IBAN', 'DE89 3704 0044 0532 0130 00']], code: 'BCD\n002' } as const;
    const look = { hasHead: true, hasPaymentSlip: true, footer: 'Nordbank', colour: '#1d4f91' };
    for (const more of [
      { lines: linesOf(200), look },
      { payment, look, notes: ['Grüße', '北京', 'مصباح 45'] },
      { isDraft: true, lines: [{ text: 'א 120 😀' }, ...linesOf(60)] },
    ]) {
      const { painted, unmarked } = unmarkedIn(await drawn(more));

      expect(painted).to.be.greaterThan(20);
      expect(unmarked).to.deep.equal([]);
    }
  });

  it('embeds no more of a font than the letters that are used', async () => {
    expect((await drawn({ recipient: ['北京灯具有限公司'] })).length).to.be.lessThan(100_000);
  });
});

describe('an invoice as it is read', () => {
  before(function () {
    if (CAN_READ) return;
    console.log('      skipped: pdftotext and pdfinfo (poppler-utils) are not installed');
    this.skip();
  });

  it('brings its data with it, by the terms of EN 16931; a draft none', async () => {
    const { list, first } = attachedTo(await drawn());

    expect(list).to.contain('1 embedded files').and.contain('invoice.json');
    expect(JSON.parse(first)).to.deep.equal(DATA);
    expect(Buffer.from(await drawn({ isDraft: true })).toString('latin1')).not.to.contain('EmbeddedFile');
  });

  it('repeats on each page what it is, the heads of its columns and the sum so far', async () => {
    const pages = pagesOf(await drawn({ lines: linesOf(200) }));

    expect(pages.length).to.be.within(5, 7);
    pages.forEach((page, index) => {
      expect(page, `page ${index + 1}`).to.match(/Invoice/);
      expect(page).to.contain(`Page ${index + 1} of ${pages.length}`);
      const lines = [...page.matchAll(/Lamp no\. (\d+) /g)].map((found) => Number(found[1]));
      if (lines.length === 0) return;
      expect(page).to.match(/Description +Quantity +price +EUR/);
      if (index > 0) expect(page).to.match(new RegExp(`Brought forward +${(lines[0] ?? 0) - 1}\\.00`));
      if (lines.at(-1) !== 200) expect(page).to.match(new RegExp(`Carried forward +${lines.at(-1)}\\.00`));
    });
  });

  for (const count of [1, 40, 200, 1000]) {
    it(`has each of ${count} lines once, and none over another`, async () => {
      const bytes = await drawn({ lines: linesOf(count) });

      const found = [...textOf(bytes).matchAll(/Lamp no\. (\d+)/g)].map((one) => Number(one[1]));
      expect(found).to.deep.equal(Array.from({ length: count }, (_, index) => index + 1));
      if (count <= 200) expect(overprinted(bytes)).to.deep.equal([]);
    });
  }

  it('breaks a line of 2,400 letters over the page, with nothing over anything else', async () => {
    const text = 'A lamp for each of the desks. '.repeat(80);
    const bytes = await drawn({ lines: [{ ...LINE, text, carried: '158.00' }, ...linesOf(30)] });

    expect(textOf(bytes).match(/desks/g)).to.have.length(80);
    expect(overprinted(bytes)).to.deep.equal([]);
  });

  it('never breaks a figure, however large, nor lets one stand over another', async () => {
    const large = '-100,000,000,000,000.00';
    const bytes = await drawn({
      currency: 'USD',
      lines: [
        {
          text: 'W'.repeat(300),
          quantity: large,
          price: large,
          discount: '10.5 %',
          rate: '12.5 %',
          amount: large,
        },
      ],
      vat: [{ code: 'S25', rate: '25 %', net: large, vat: large, netInBase: large, vatInBase: large }],
      totals: { net: large, vat: large, gross: large },
    });

    expect(textOf(bytes).match(new RegExp(large, 'g'))).to.have.length(10);
    expect(overprinted(bytes)).to.deep.equal([]);
  });

  it('has a column for the rates of lines where they say them, with discounts and without', async () => {
    const lines = linesOf(60).map((line) => ({ ...line, rate: '12.5 %' }));
    for (const discount of [undefined, '10 %']) {
      const discounted = lines.map((line) => ({ ...line, ...(discount && { discount }) }));
      const [first = '', second = ''] = pagesOf(await drawn({ lines: discounted }));

      const head =
        discount === undefined ? /Quantity +price +VAT +EUR/ : /Quantity +price +Discount +VAT +EUR/;
      expect(first).to.match(head);
      expect(first).to.match(/Lamp no\. 1 +1 +1\.00 +(10 % +)?12\.5 % +1\.00/);
      expect(second)
        .to.match(head)
        .and.match(/Brought forward +\d+\.00/);
    }
  });

  it('breaks words that are longer than there is room', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik';
    const bytes = await drawn({
      seller: { name: word.repeat(3), lines: [word.repeat(4)] },
      recipient: [word.repeat(4), 'Torvet 1'],
      facts: [[word, word.repeat(2)]],
    });

    for (const { right, text } of wordsOf(bytes)) expect(right, text).to.be.lessThan(541);
    expect(overprinted(bytes)).to.deep.equal([]);
  });

  for (const language of ['en', 'de', 'es', 'it'] satisfies readonly DocumentLanguage[]) {
    it(`marks a draft on each page, in ${language}`, async () => {
      const words = DOCUMENT_WORDS[language];
      const { number: _, ...draft } = aDocument({ language, words, isDraft: true, lines: linesOf(40) });
      const bytes = await drawnInvoice(draft);

      const booked = await drawnInvoice({ ...draft, isDraft: false, number: 'INV1' });
      const [large, none] = [shareOfGrey(bytes, WATERMARK), shareOfGrey(booked, WATERMARK)];
      for (const page of [0, 1]) expect((large[page] ?? 0) - (none[page] ?? 0)).to.be.greaterThan(0.02);
      const foot = wordsOf(bytes).filter(({ page, top }) => page === 2 && top > 790);
      expect(foot.map(({ text }) => text).join(' ')).to.contain(
        words.pageOf.replace('{page}', '2').replace('{pages}', '2'),
      );
    });
  }

  const NAMES: Readonly<Record<string, string>> = {
    Greek: 'Ελληνική Εταιρεία Α.Ε.',
    Russian: 'ООО «Ромашка»',
    Chinese: '北京灯具有限公司',
    Taiwanese: '臺灣電腦股份有限公司',
    Japanese: '株式会社ランプ',
    Korean: '주식회사 램프',
    Thai: 'โคมไฟตั้งโต๊ะ',
    Hindi: 'पीतल की मेज़ लैंप',
    Hebrew: 'שולחן עץ 120',
    Arabic: 'مصباح مكتب ٤٥٦',
    Georgian: 'ქართული',
    emoji: '😀👍',
  };
  for (const [script, name] of Object.entries(NAMES)) {
    it(`has ${script} names, plain and bold, as they were written`, async () => {
      const bytes = await drawn({ recipient: [name], heading: name, lines: [{ ...LINE, text: name }] });

      const read = textOf(bytes).normalize('NFKC');
      const words = name.normalize('NFKC').split(' ');
      for (const word of words) {
        expect(read.split(word), word).to.have.length.of.at.least(3);
      }
    });
  }

  it('draws Hebrew from right to left, its figures from left to right', async () => {
    const words = wordsOf(await drawn({ recipient: ['שולחן 45.50'] }));

    const name = words.find(({ text }) => /[א-ת]/.test(text));
    const amount = words.find(({ text }) => text.includes('45.50'));
    expect(amount?.right).to.be.lessThan(name?.left ?? 0);
  });

  it('opens brackets of Hebrew towards what they enclose', async () => {
    // The brackets stand first on the left, as those of a text that runs from left to right do.
    const drawnAs = async (name: string): Promise<Buffer> => {
      const page = await drawn({ recipient: [name] });
      return croppedOf(pictureOf(page), { left: 54, top: 130, width: 16, height: 20 });
    };

    const closing = await drawnAs('))))');
    expect(closing.equals(await drawnAs('(((('))).to.equal(false);
    expect(closing.equals(await drawnAs('שולחן(((('))).to.equal(true);
    expect((await drawnAs('שולחן))))')).equals(closing)).to.equal(false);
  });

  it('has brackets of other texts as they were written, beside those of Hebrew', async () => {
    const read = textOf(await drawn({ recipient: ['שולחן (עץ) «א»', 'Lamp (brass) «b»'] }));

    expect(read).to.contain('Lamp (brass) «b»');
  });

  it('places emoji among Hebrew where they were written', async () => {
    for (const name of ['🎉 שולחן', '120 🎉 שולחן']) {
      const words = wordsOf(await drawn({ recipient: [name] }));

      const emoji = words.find(({ text }) => text.includes('🎉'));
      const hebrew = words.find(({ text }) => /[א-ת]/.test(text));
      expect(emoji?.left, name).to.be.greaterThan(hebrew?.right ?? Infinity);
    }
  });

  it('begins each line of a long right-to-left text at the same right edge', async () => {
    const words = wordsOf(await drawn({ lines: [{ ...LINE, text: 'מנורת שולחן '.repeat(40) }] }));

    const rights = new Map<number, number>();
    for (const { text, top, right } of words)
      if (/[א-ת]/.test(text)) rights.set(Math.round(top), Math.max(right, rights.get(Math.round(top)) ?? 0));
    const edges = [...rights.values()];
    expect(edges.length).to.be.greaterThan(3);
    for (const edge of edges) expect(edge).to.be.closeTo(edges[0] ?? 0, 2);
  });

  it('has letters that are parts of others on the document before', async () => {
    await drawn({ recipient: ['ź ę č'] });

    expect(textOf(await drawn({ recipient: ['zec'] }))).to.contain('zec');
  });

  it('has emoji of every colour of skin, as the outlines that they are', async () => {
    const read = textOf(await drawn({ recipient: ['א 👍🏽'] }));

    // Beside Hebrew, where the text that is read is the one that is drawn.
    expect(read)
      .to.contain('👍')
      .and.not.to.contain('[U+')
      .and.not.to.match(/\p{Emoji_Modifier}/u);
  });

  it('names letters that no font has', async () => {
    // Beside Hebrew, where the text that is read is the one that is drawn.
    expect(textOf(await drawn({ recipient: ['א བ'] }))).to.contain('[U+F56]');
  });

  it('says how to pay, with a code that banks’ apps read', async () => {
    const payment = {
      facts: [
        ['IBAN', 'DE89 3704 0044 0532 0130 00'],
        ['Amount', 'EUR 197.50'],
      ],
      code: 'BCD\n002\n1\nSCT\n\nNord\nDE89370400440532013000\nEUR197.50\n\n\nINV1',
    } as const;
    const bytes = await drawn({ payment });

    expect(pagesOf(bytes)[0]).to.match(/IBAN +DE89 3704 0044 0532 0130 00/);
    expect(partsOf(bytes)).to.match(/Figure/);
    expect(overprinted(bytes)).to.deep.equal([]);
  });

  for (const colour of ['palette', 'grey'] as const) {
    it(`shows a logo of few colours as one of many, however its PNG keeps them: ${colour}`, async () => {
      const look = { hasHead: true, hasPaymentSlip: false };
      const seen = async (colours: number, kept: Omit<Kept, 'colour'>): Promise<Buffer> =>
        pictureOf(await drawn({ look: { ...look, logo: aPng(colours, { colour, ...kept }) } }));

      for (const isTransparent of [false, true]) {
        for (const depth of [1, 2, 4] as const) {
          const expected = await seen(depth, { depth: 8, isTransparent });
          for (const isInterlaced of [false, true]) {
            const shown = await seen(depth, { depth, isTransparent, isInterlaced, isFiltered: true });
            const kept = JSON.stringify({ depth, isTransparent, isInterlaced });
            expect(shown.equals(expected), kept).to.equal(true);
          }
        }
      }
    });
  }

  const withLogo = (logo: Uint8Array): Promise<Uint8Array> =>
    drawn({ look: { hasHead: true, hasPaymentSlip: false, logo } });

  for (const [colour, mask] of [
    ['grey', '/Mask [85 85]'],
    ['true', '/Mask [85 85 85 85 85 85]'],
  ] as const) {
    it(`leaves out the colour of a logo that its PNG says is clear: ${colour}`, async () => {
      for (const isInterlaced of [false, true]) {
        const bytes = await withLogo(aPng(2, { colour, depth: 8, clear: 1, isInterlaced }));
        expect(Buffer.from(bytes).toString('latin1')).to.contain(mask);
      }
    });
  }

  it('shows the last of 256 colours of a logo, whether or not its PNG says that it is opaque', async () => {
    const kept = { colour: 'palette', depth: 8, clear: 0 } as const;

    const shown = pictureOf(await withLogo(aPng(8, kept)));

    const expected = pictureOf(await withLogo(aPng(8, { ...kept, told: 256 })));
    expect(shown.equals(expected)).to.equal(true);
  });

  it('shows a logo whatever its program wrote beside it, however long', async () => {
    const look = { hasHead: true, hasPaymentSlip: false };
    const plain = { colour: 'palette', depth: 8 } as const;
    const logo = aPng(8, { ...plain, text: `Comment\0${'x'.repeat(130_000)}` });

    const shown = pictureOf(await drawn({ look: { ...look, logo } }));

    const expected = pictureOf(await drawn({ look: { ...look, logo: aPng(8, plain) } }));
    expect(shown.equals(expected)).to.equal(true);
  });

  it('leaves the head to paper that has it printed', async () => {
    const bytes = await drawn({
      seller: { name: 'Nordhandel', lines: ['Am Hafen 1'] },
      look: { hasHead: false, hasPaymentSlip: false, footer: 'Never printed' },
    });

    expect(textOf(bytes)).not.to.match(/Nordhandel|Am Hafen|Never/);
    expect(Math.min(...wordsOf(bytes).map(({ top }) => top))).to.be.greaterThan(110);
  });

  it('is one table of heads and rows to a screen reader, however many pages it has', async () => {
    const parts = partsOf(await drawn({ lines: linesOf(60), facts: [['Date', '2026-11-20']] }));

    const flat = parts.replace(/\s+/g, ' ');
    expect(flat).to.match(/H1 \(block\) "Invoice"/);
    expect(flat).to.contain('TH: /Scope /Column "Description"');
    expect(flat).to.contain('TR TD "Lamp no. 59" TD "1" TD "1.00" TD "1.00" TR TD "Lamp no. 60"');
    expect(flat.match(/"Description"/g), 'heads').to.have.length(1);
    expect(flat, 'what repeats').not.to.contain('Carried forward');
    expect(flat).to.contain('TH: /Scope /Row "Date" TD "2026-11-20"');
  });
});
