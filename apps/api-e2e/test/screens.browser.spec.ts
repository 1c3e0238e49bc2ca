import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { findingsOn, pictured, realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { LOCALES, LOOKS, SCREENS } from './support/screens.js';

const PASSWORD = 'correct horse battery';
const YEAR = new Date().getFullYear();

describe('every screen', function () {
  this.timeout(120_000);
  const browser = realBrowser();
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  /** Somebody who has signed up, made an app, and given it access. */
  let page: Page;
  let own: string;
  let grantLink: string;

  before(async () => {
    folder = await temporaryFolder();
    service = await startProcess(`sqlite:${folder.path}/kontor.db`, {
      OPERATOR_NAME: 'Weiß Hosting',
      IMPRINT_URL: 'https://host.example/imprint',
      TERMS_URL: 'https://host.example/terms',
      PRIVACY_URL: 'https://host.example/privacy',
    });
    // Axe is put into pages whose own policy takes no script of others.
    page = await browser.person({ bypassCSP: true });
  });
  after(async () => {
    await service?.stop();
    await folder?.remove();
  });

  it('is reached by Tab and Enter and by names alone, from sign-up to a booked voucher', async () => {
    await page.goto(`${service.address}/`);
    await press('link', 'To the portal');
    await press('link', 'Sign up');
    for (const [field, words] of [
      ['Name of the business', 'Weiß & Söhne'],
      ['Your name', 'Anna Weiß'],
      ['E-mail address', 'anna@example.com'],
      ['Password', PASSWORD],
      ['The same password again', PASSWORD],
    ] as const) {
      await type('textbox', field, words);
    }
    await page.keyboard.press('Enter');
    await press('button', 'Make my tokens');
    await page.getByRole('heading', { name: 'In a terminal' }).waitFor();
    await heard('the tokens');
    await press('link', 'Walk your books in the explorer with these tokens');
    await created(/^Customers/, /Create a new customer/, [
      ['textbox', 'name required', 'Kaffee & Co'],
      ['textbox', 'currency required', 'EUR'],
      ['combobox', 'customerGroup.customerGroupNumber required', '1'],
      ['combobox', 'paymentTerms.paymentTermsNumber required', '1'],
      ['combobox', 'vatZone.vatZoneNumber required', '1'],
    ]);
    await created(/^Products/, /Create a new product/, [
      ['textbox', 'name required', 'Coffee'],
      ['combobox', 'productGroup.productGroupNumber required', '1'],
      ['textbox', 'productNumber required', 'K-1'],
      ['textbox', 'salesPrice', '79'],
    ]);
    await press('link', /^Draft invoices/);
    await press('link', /Create a new draft invoice/);
    await page.getByRole('heading', { level: 1, name: 'Create a new draft invoice.' }).waitFor();
    await type('combobox', 'customer.customerNumber required', '1');
    await page.getByText('Kaffee & Co').last().waitFor();
    await press('button', 'Add to lines');
    const product = page
      .getByRole('table', { name: 'lines' })
      .getByRole('combobox', { name: 'product.productNumber' });
    await tabTo(product);
    await page.keyboard.type('K-1');
    await product.locator('xpath=..').getByText('Coffee').last().waitFor();
    await heard('the draft before it is sent');
    await press('button', 'Send');
    await press('link', /invoices\/drafts\/\d+$/);
    await press('link', /Book a draft invoice/);
    const happens = page.getByRole('region', { name: 'What will happen' });
    await happens.getByText('98.75').waitFor();
    expect(await happens.ariaSnapshot()).to.contain('This cannot be undone.');
    await heard('the booking before it is confirmed');
    await press('button', 'Book it');
    await page.getByText('Book a draft invoice: post its id: done, 201.').waitFor();

    await heard('the booked invoice');
    await press('link', 'Home');
    await press('link', /^Booked vouchers/);
    await press('link', '1');
    // Its kind stands in the list before, too, which is dimmed until the voucher has come.
    await page.getByRole('heading', { level: 1, name: 'INV1', exact: true }).waitFor();
    await heard('the booked voucher');
  });

  it('stands without a finding of axe, at two widths, in both colour schemes, in four languages', async function () {
    this.timeout(600_000);
    await furnished();
    const back = `${grantLink}&redirectUrl=${encodeURIComponent('https://courier.example/start/back')}`;
    const findings: string[] = [];
    for (const [at, [name, path]] of Object.entries(SCREENS(own, back)).entries()) {
      // Each screen at both widths and in both schemes; the languages take turns.
      const locale = LOCALES[at % LOCALES.length] ?? 'en-GB';
      await open(path, locale);
      // The next one is opened as the one before was left: half as many windows change.
      for (const [width, colorScheme] of at % 2 === 0 ? LOOKS : LOOKS.toReversed()) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        findings.push(...(await findingsOf(`${name} ${locale} ${width} ${colorScheme}`)));
        await pictured(page, `${name}-${locale.slice(0, 2)}-${width}-${colorScheme}`);
      }
    }

    expect(findings).to.deep.equal([]);
  });

  it('speaks of companies, not of agreements, and no other language than that of the page', async () => {
    for (const path of ['/portal', '/portal/agreement', '/portal/apps', '/portal/sign-up', grantLink]) {
      for (const locale of LOCALES) {
        await open(path, locale);
        const words = await page.locator('main').innerText();
        expect(words, `${path} ${locale}`).not.to.match(/agreement|Vertrag|contrato|contratto/i);
        expect(await page.locator('html').getAttribute('lang')).to.equal(locale);
      }
    }
    // Chosen once, and remembered on pages whose address does not say it.
    for (const path of ['/portal', '/explorer', '/']) {
      await page.goto(`${service.address}${path}`);
      expect(await page.locator('html').getAttribute('lang'), path).to.equal('it-IT');
    }
  });

  it('keeps what one can do in one line of a window of a desk, in four languages', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const broken: string[] = [];
    for (const locale of LOCALES) {
      await open('/portal/account', locale);
      const brand = await page.locator('header .brand').boundingBox();
      const ways = await page.locator('header nav').boundingBox();
      if (brand === null || ways === null || ways.y > brand.y + brand.height) broken.push(locale);
    }

    expect(broken).to.deep.equal([]);
  });

  it('tells each statement in plain words of each language, and no column or line by the name of a member', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const heads: Record<string, string | undefined> = {};
    for (const locale of LOCALES) {
      for (const statement of [
        'trial-balance',
        'balance-sheet',
        'vat',
        'aged-receivables',
        'aged-payables',
      ]) {
        await open(`/explorer#/statements/${statement}?demo=true`, locale);
        const columns = await page.locator('.statement thead th').allTextContents();
        const title = await page.getByRole('heading', { level: 1 }).textContent();
        // Sums and results stand for no account, and are named by the service as by members.
        const lines = await page.locator('.statement tbody td, .answer dd').allTextContents();
        for (const word of [...columns, ...lines])
          expect(word, `${locale} ${statement}`).not.to.match(
            /^(?:[a-z]+[A-Z0-9].*|total|entries|open-posts|settlements|\d{4}-\d\d-\d\d)$/,
          );
        heads[`${locale} ${title}`] = columns.join(', ');
      }
    }

    expect(heads['es-ES Balance de comprobación']).to.equal(
      'Cuenta, Nombre, Saldo inicial, Debe, Haber, Movimiento, Saldo final, Apuntes',
    );
    expect(heads['de-DE Bilanz']).to.equal('Konto, Bezeichnung, Betrag, Buchungen');
    expect(heads['it-IT Scadenzario clienti per anzianità']).to.contain(
      'Non ancora scaduto, Da 1 a 30 giorni',
    );
    expect(heads).to.include.keys('en-GB Payables by age', 'en-GB VAT', 'de-DE Umsatzsteuer');
  });

  it('calls collections and what can be done in the language of the page', async () => {
    const titles: (string | null)[] = [];
    for (const place of [
      '/customers',
      '/entries',
      '/v2/invoices/drafts',
      `/accounting-years/${YEAR}/periods`,
    ]) {
      await open(`/explorer#${place}?demo=true`, 'de-DE');
      titles.push(await page.getByRole('heading', { level: 1 }).textContent());
    }
    expect(titles).to.deep.equal(['Kunden', 'Buchungen', 'Rechnungsentwürfe', 'Perioden']);
    expect(await page.getByText(/^[\d.,]+ kB$/).textContent()).to.match(/^\d+,\d kB$/);

    // An amount is asked for as it is read.
    await open('/explorer#/customers?demo=true', 'de-DE');
    await page.getByText('Filtern und sortieren').click();
    await page.getByLabel('Feld').selectOption('balance');
    await page.getByLabel('Vergleich').selectOption('ist größer als');
    await page.getByLabel('Wert').fill('1.234,50');
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await page.waitForURL('**filter=balance$gt:1234.50**');

    await open('/explorer#/products|create', 'de-DE');
    await headed('Produkte: Neu anlegen');
    await open('/explorer#/alias-layers|create', 'de-DE');
    await headed('Alias-Ebenen: Neu anlegen');
    await open('/explorer#/products|create', 'de-DE');
    await headed('Produkte: Neu anlegen');
    // What is required comes first.
    const marks = await page
      .locator('.parts')
      .first()
      .locator('> .field > label')
      .evaluateAll((all) => all.map((label) => label.querySelector('.mark') !== null));
    expect(marks).to.deep.equal([...marks].sort((one, other) => Number(other) - Number(one)));

    // One of them is told with what it is one of.
    await open('/explorer#/customers/1|replace', 'es-ES');
    await headed('Clientes 1: Cambiar');

    await open(`/explorer#/accounting-years/${YEAR}/periods/1|replace`, 'de-DE');
    await headed('Perioden 1: Sperren oder wieder öffnen');

    // With the tokens of the walk: what may be done is offered to those who may.
    for (const place of [
      '/vouchers/drafts',
      '/customers/1',
      '/v2/invoices/drafts',
      `/accounting-years/${YEAR}`,
    ]) {
      await open(`/explorer#${place}`, 'es-ES');
      const offered = await page.locator('.doings').innerText();
      expect(offered, place).not.to.match(/\b(?:create|list|find|compute|close|replace|delete) /i);
    }
    const found = await page.locator('.doings summary').allTextContents();
    expect(found)
      .to.have.length.above(1)
      .and.deep.equal([...new Set(found)]);
    expect(await page.locator('.eyebrow').textContent()).to.equal('Ejercicios');
  });

  it('marks what the service says in English on a page of another language', async () => {
    await open('/explorer#/customers/999999?demo=true', 'es-ES');
    expect(await page.locator('.problem h2 [lang=en]').textContent()).to.match(/^[A-Z]/);
    // So do browsers, of what they cannot reach.
    await page.route('**/customers?demo=true', (route) => route.abort());
    await open('/explorer#/customers?demo=true', 'es-ES');
    expect(await page.locator('.problem p [lang=en]').textContent()).to.match(/fetch/);
    await page.unroute('**/customers?demo=true');

    await open('/explorer#/customers/999999?demo=true', 'en-GB');
    expect(await page.locator('[lang=en]').count()).to.equal(0);
  });

  it('reads a statement as a statement: sums stand out, and accounts without an amount are left out', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('/explorer#/statements/trial-balance?demo=true', 'en-GB');
    const lines = page.locator('.statement tbody tr');
    const few = await lines.count();
    expect(await page.locator('.statement tr.sum').count()).to.be.greaterThan(2);
    expect(
      await page
        .locator('.statement tr:not(.sum)')
        .filter({ hasText: /^\D*\d{4}[^\d]*0\.00$/ })
        .count(),
    ).to.equal(0);

    await page.getByRole('button', { name: 'Show them' }).click();

    expect(await lines.count()).to.be.greaterThan(few);
    expect(await findingsOf('a whole statement')).to.deep.equal([]);
  });

  it('holds long addresses and names within its width', async () => {
    await page.setViewportSize({ width: 400, height: 900 });
    await page.goto('about:blank');
    await page.goto(`${service.address}/explorer#/products?demo=true&filter=name$like:${'x'.repeat(600)}`);
    await shown();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.equal(0);
    // The longest words for turning pages, on the narrowest window.
    await page.setViewportSize({ width: 320, height: 900 });
    await open('/explorer#/customers?demo=true', 'it-IT');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.equal(0);
  });

  it('met nothing that a page’s own policy forbids', () => {
    expect(browser.complaints).to.deep.equal([]);
  });

  const shown = () => page.locator('main:not([aria-busy]) h1').waitFor();

  /** With the key that goes from one to the next, as who has no mouse does: nothing is out of its reach. */
  async function tabTo(found: Locator): Promise<void> {
    let one = await found.elementHandle();
    for (let pressed = 0; pressed < 200; pressed += 1) {
      // Looked for again only where it was drawn again: on home that takes longer than a key.
      const has = await one?.evaluate((here) => (here.isConnected ? here.matches(':focus') : undefined));
      if (has === true) return;
      if (has === undefined) one = await found.elementHandle();
      else await page.keyboard.press('Tab');
    }
    throw new Error(`no tab leads to ${String(found)}`);
  }

  /** Found by what a screen reader says, and pressed with the keyboard. */
  async function press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    const found = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
    await tabTo(found);
    await page.keyboard.press('Enter');
  }

  /** Into a field, found by what a screen reader says of it. */
  async function type(role: 'textbox' | 'combobox', name: string, words: string): Promise<void> {
    await tabTo(page.getByRole(role, { name, exact: true }));
    await page.keyboard.type(words);
  }

  /** From home through a collection and its form to what it made, and home again. */
  async function created(
    collection: RegExp,
    form: RegExp,
    fields: readonly (readonly ['textbox' | 'combobox', string, string])[],
  ): Promise<void> {
    await press('link', collection);
    await press('link', form);
    await page.getByRole('heading', { level: 1, name: form }).waitFor();
    for (const field of fields) await type(...field);
    await heard(`the form of ${String(form)}`);
    await press('button', 'Send');
    await page.getByText(/: done, 201\.$/).waitFor();
    await heard(`what ${String(form)} made`);
    await press('link', 'Home');
  }

  /** Looks at a state of the walk as axe does, and at what a screen reader is told of it. */
  async function heard(state: string): Promise<void> {
    expect(await findingsOf(state)).to.deep.equal([]);
    await pictured(page, `walk-${state.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}`);
  }

  /** A logo, and an app of one's own, made on their pages. */
  async function furnished(): Promise<void> {
    await page.goto(`${service.address}/portal/company/logo/change?locale=en-GB`);
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await page.locator('h1').screenshot() };
    await page.getByLabel('Another picture').setInputFiles(logo);
    await page.getByRole('button', { name: 'Save the logo' }).click();
    await page.getByAltText('The present logo').waitFor();
    await page.goto(`${service.address}/portal/apps/new?locale=en-GB`);
    await page.getByLabel('Name of the app').fill('Invoice Courier');
    await page.getByLabel('Root address').fill('https://courier.example/start');
    await page.getByLabel('Everything').check();
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByText('The app is made.').waitFor();
    const codes = await page.locator('code').allTextContents();
    own = new URL(page.url()).pathname;
    grantLink = (codes.at(-1) ?? '').slice(service.address.length);
  }

  async function open(path: string, locale: string): Promise<void> {
    const { pathname, search, hash } = new URL(path, service.address);
    const address = `${service.address}${pathname}${search}${search === '' ? '?' : '&'}locale=${locale}`;
    // Where only the place in the explorer changes the page stays, and the heading of the one before in it.
    if (page.url().split('#')[0] === address) await page.evaluate("document.querySelector('h1').remove()");
    await page.goto(`${address}${hash}`);
    await (pathname === '/explorer' ? shown() : page.locator('h1').waitFor());
  }

  /** Fails where the page does not come to be called so: a form comes after the list that it is of. */
  async function headed(title: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  const findingsOf = (screen: string): Promise<string[]> => findingsOn(page, screen);
});
