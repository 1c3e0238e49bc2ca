import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { until } from '@kontor/conformance';
import type { Page, Request as Asked, Response as Heard } from 'playwright-core';
import { realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { watchInvention } from './support/no-invention.js';

/** What one page asked the service, with what it heard, and which places its person typed. */
type Walk = { readonly typed: string[]; readonly asked: Asked[]; readonly heard: Map<Asked, Response> };

type Sandbox = { readonly appSecretToken: string; readonly agreementGrantToken: string };

/** The demo agreement and sandboxes have one that contains today. */
const YEAR = new Date().getFullYear();

const MARKUP = '<img src=x onerror="document.title=1">';

describe('people who walk the API in the explorer', function () {
  this.timeout(90_000);
  const browser = realBrowser();
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let sandbox: Sandbox;
  const asked: Asked[] = [];
  const walks = new Map<Page, Walk>();
  const addresses: string[] = [];
  const descriptions = new Map<string, Promise<string>>();
  const defects: string[] = [];

  before(async () => {
    folder = await temporaryFolder();
    service = await startProcess(`sqlite:${folder.path}/kontor.db`);
    sandbox = JSON.parse(
      await service.kontor('sandbox', '--modules', 'inventory,internationalLedger'),
    ) as Sandbox;
  });
  after(async () => {
    await service?.stop();
    await folder?.remove();
  });

  /** Somebody at a place, whose every request and address is noted. */
  async function person(
    place = '',
    options: Parameters<typeof browser.person>[0] = {},
    tokens?: Sandbox,
  ): Promise<Page> {
    const page = await browser.person(options);
    const walk: Walk = { typed: [place], asked: [], heard: new Map() };
    walks.set(page, walk);
    page.on('request', (request) => {
      asked.push(request);
      if (request.resourceType() === 'fetch') walk.asked.push(request);
    });
    page.on('requestfinished', (request) => {
      // What comes in while the page is closed leads nowhere any more.
      if (request.resourceType() === 'fetch') hear(walk, request).catch(() => undefined);
    });
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    page.on('console', (message) => {
      // A refusal is an answer; the browser notes each as if it were a defect of the page.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) defects.push(message.text());
    });
    const coming = tokens === undefined ? undefined : await come(page, tokens);
    await page.goto(`${service.address}/explorer${place === '' ? '' : `#${place}`}`);
    await coming?.dispose();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Puts tokens into the tab before the next page is there, and into each one until it is told to stop. */
  function come(page: Page, { appSecretToken, agreementGrantToken }: Sandbox) {
    const kept = JSON.stringify({ appSecretToken, agreementGrantToken });
    const content = `sessionStorage.setItem('kontor-explorer-tokens', ${JSON.stringify(kept)})`;
    return page.addInitScript({ content });
  }

  async function hear({ heard }: Walk, request: Asked): Promise<void> {
    const response = await request.response();
    if (response === null) return;
    const status = response.status();
    const body = status === 204 || status === 304 ? null : await textOf(response);
    heard.set(request, new Response(body, { status, headers: response.headers() }));
  }

  /** The description, 2 MB for each page, is taken from the browser once for each version of it. */
  function textOf(response: Heard): Promise<string> {
    const version = `${response.url()} ${response.headers()['etag']}`;
    if (!response.url().startsWith(`${service.address}/openapi.json`)) return response.text();
    const text = descriptions.get(version) ?? response.text();
    descriptions.set(version, text);
    return text;
  }

  const ownHeaders = () => ({
    'X-AppSecretToken': sandbox.appSecretToken,
    'X-AgreementGrantToken': sandbox.agreementGrantToken,
    'Content-Type': 'application/json',
  });

  /** What a program posts beside them; answers what was made. */
  async function posted(path: string, body: unknown): Promise<{ readonly voucherId: number }> {
    const answer = await fetch(`${service.address}${path}`, {
      method: 'POST',
      headers: ownHeaders(),
      body: JSON.stringify(body),
    });
    expect(answer.status, path).to.equal(201);
    return (await answer.json()) as { readonly voucherId: number };
  }

  /** A draft of one line of an amount, with the VAT of its account; answers its number. */
  async function draftedVoucher(amount: number, accountNumber = 5830): Promise<number> {
    const line = { account: { accountNumber }, amount, contraAccount: { accountNumber: 5820 } };
    const draft = { date: `${YEAR}-01-15`, lines: [line] };
    return (await posted('/vouchers/drafts/finance-vouchers', draft)).voucherId;
  }

  /** How the next change that a page sends is answered. */
  async function sent(page: Page): Promise<number> {
    return (await page.waitForResponse((answer) => answer.request().method() === 'PUT')).status();
  }

  const withOwnTokens = (place: string, options = {}) => withTokens(sandbox, place, options);

  /**
   * Somebody who comes with tokens, as from the page of the portal that shows them: they are in the tab
   * before the explorer is. Giving them in the explorer itself draws home twice before; some tests do.
   */
  async function withTokens(given: Sandbox, place: string, options = {}): Promise<Page> {
    const page = await person(place, options, given);
    await page.getByText('Sandbox', { exact: true }).waitFor();
    await shown(page);
    return page;
  }

  async function go(page: Page, place: string): Promise<void> {
    walks.get(page)?.typed.push(place);
    await page.getByLabel('Address').fill(place);
    await page.getByRole('button', { name: 'Go' }).click();
    await shown(page);
  }

  /** The policy of the page forbids what `waitForFunction` does. */
  const shown = (page: Page) => page.locator('main:not([aria-busy])').waitFor();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const cells = (page: Page, column: number) =>
    page.locator(`.scroll tbody tr > :nth-child(${column})`).allTextContents();

  it('get from home to a product and back by links, with the place in the address', async () => {
    const page = await person();

    await page.getByRole('link', { name: 'Products 25', exact: true }).click();
    await heading(page, 'Products').waitFor();
    await page.getByRole('link', { name: 'LIC/1', exact: true }).click();
    await heading(page, 'LIC/1').waitFor();
    expect(page.url()).to.equal(`${service.address}/explorer#/products/LIC_6_1?demo=true`);
    await page.getByRole('definition').getByRole('link', { name: '4' }).click();
    await page.getByText('Read one product group.').waitFor();

    await page.goBack();
    await heading(page, 'LIC/1').waitFor();
    await page.goForward();
    await page.getByText('Read one product group.').waitFor();
    await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Home' }).click();
    await heading(page, 'Kontor').waitFor();
    expect(await page.getByText('Demo company').isVisible()).to.equal(true);
    await page.context().close();
  });

  it('see the JSON as it was answered, amounts with their decimals, and follow its links', async () => {
    const page = await person('/products/LIC_6_12?demo=true');

    await page.getByRole('button', { name: 'JSON' }).click();
    const json = page.getByRole('region', { name: 'The JSON of the answer' });
    const text = (await json.textContent()) ?? '';
    expect(text).to.contain('"salesPrice": 240.00');
    expect(JSON.parse(text)).to.have.property('productNumber', 'LIC/12');
    await json.getByRole('link', { name: 'product-groups/4' }).click();

    await page.waitForURL('**/explorer#/product-groups/4?demo=true');
    await page.context().close();
  });

  it('turn pages, change their size, sort by a column and filter by what the schema names', async () => {
    const page = await person('/products?demo=true');
    const count = page.getByText(/^\d+ to \d+ of \d+/).first();

    await page.getByRole('link', { name: 'Next' }).first().click();
    await page.waitForURL('**skippages=1**');
    await page.getByText('21 to 25 of 25').first().waitFor();
    await page.getByLabel('Per page').first().selectOption('50');
    await page.getByText('1 to 25 of 25', { exact: true }).first().waitFor();
    // The arrow keys choose one size after the other, and are not led away by the first.
    const focused = page.locator(':focus');
    for (const size of ['100', '200']) {
      await page.locator('.size select:focus').press('ArrowDown');
      await page.waitForURL(`**pagesize=${size}`);
      await shown(page);
      expect(await focused.inputValue()).to.equal(size);
    }

    await page.getByRole('columnheader', { name: 'salesPrice' }).getByRole('link').click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    const prices = (await cells(page, 4)).map(Number);
    expect(prices).to.deep.equal([...prices].sort((a, b) => a - b));
    await page.getByRole('columnheader', { name: 'salesPrice' }).getByRole('link').click();
    await page.locator('th[aria-sort=descending]').waitFor();

    await page.getByLabel('Member').selectOption('name');
    await page.getByLabel('Comparison').selectOption('contains');
    await page.getByLabel('Value').fill('lamp');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.waitForURL('**filter=name$like:*lamp***');
    await page.getByText('25 without the filter').first().waitFor();
    await page.getByLabel('Member').selectOption('salesPrice');
    await page.getByLabel('Comparison').selectOption('is more than');
    await page.getByLabel('Value').fill('76');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.waitForURL('**$and:salesPrice$gt:76**');
    await shown(page);
    expect(await cells(page, 2)).to.deep.equal(['Desk lamp, brass']);
    expect(await count.textContent()).to.match(/^1 to 1 of 1/);

    await page.getByRole('textbox', { name: 'filter' }).fill('name$is:x');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('alert').getByText('E01010', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'filter' }).fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 to 25 of 25', { exact: true }).first().waitFor();

    // The same items are asked for less where they are found within a year.
    await go(page, `/accounting-years/${YEAR}/entries?demo=true`);
    await page.getByRole('columnheader', { name: 'date', exact: true }).getByRole('link').click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    const member = page.getByLabel('Member');
    expect(await member.locator('option').allTextContents())
      .to.include('date')
      .but.not.include('amount');
    await member.selectOption('date');
    await page.getByLabel('Comparison').selectOption('is at least');
    expect(await page.getByLabel('Value').getAttribute('type')).to.equal('date');
    await go(page, `/accounting-years/${YEAR}/vouchers?demo=true`);
    expect(await page.locator('th a.sort').count()).to.equal(0);
    await page.context().close();
  });

  it('create a product with a form: what is wrong is said at the member, then it is there, as text', async () => {
    const page = await withOwnTokens('/products');
    await page.getByRole('link', { name: 'Create a new product.' }).click();
    await heading(page, 'Create a new product.').waitFor();

    await page.getByLabel('productNumber').fill('K/1');
    await page.getByRole('textbox', { name: 'name', exact: false }).first().fill(MARKUP);
    await page.getByLabel('salesPrice').fill('twelve');
    await page.getByText('More: tags').click();
    await page.getByRole('button', { name: 'Add to tags' }).click();
    await page.getByLabel('tags 1').fill('new');
    await page.getByRole('button', { name: 'Send' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('E00500', { exact: true }).waitFor();
    expect(await alert.getByText(/[0-9a-f]{8}-[0-9a-f]{4}-/).count()).to.be.greaterThan(0);
    expect(await page.getByLabel('salesPrice').getAttribute('aria-invalid')).to.equal('true');
    expect(await page.getByLabel('productGroup.productGroupNumber').getAttribute('aria-invalid')).to.equal(
      'true',
    );
    expect(await page.getByLabel('productNumber').getAttribute('aria-invalid')).to.equal(null);
    await alert.getByRole('button', { name: 'salesPrice must be a number.' }).click();
    expect(await page.evaluate('document.activeElement.value')).to.equal('twelve');

    await page.keyboard.press('Control+a');
    await page.keyboard.type('12.50');
    await page.getByLabel('productGroup.productGroupNumber').focus();
    await page.locator('datalist option[value="1"]').waitFor({ state: 'attached' });
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.getByText('Create a new product: done, 201.').waitFor();
    await page.getByRole('link', { name: 'products/K_6_1' }).click();
    await heading(page, 'K/1').waitFor();

    // Of many tabs, each says what it shows one of.
    await page.waitForFunction("document.title === 'Products K/1 · Kontor Explorer'");
    expect(await page.getByText(MARKUP).isVisible()).to.equal(true);
    await go(page, '/products?filter=productNumber$eq:K/1');
    expect(await cells(page, 2)).to.deep.equal([MARKUP]);
    await page.getByRole('button', { name: 'JSON' }).click();
    expect(await page.locator('.json').textContent()).to.contain(JSON.stringify(MARKUP));
    expect(await page.locator('main img').count()).to.equal(0);
    expect(await page.title()).to.contain('Explorer');
    await page.context().close();
  });

  it('find a customer by typing a part of the name, where there are more than a page holds', async () => {
    const headers = ownHeaders();
    const customers = Array.from({ length: 1000 }, (_, index) => ({
      name: index === 999 ? 'Zanzibar Traders' : `Customer of chance ${index}`,
      currency: 'EUR',
      customerGroup: { customerGroupNumber: 1 },
      paymentTerms: { paymentTermsNumber: 1 },
      vatZone: { vatZoneNumber: 1 },
    }));
    const made = await fetch(`${service.address}/customers`, {
      method: 'POST',
      headers,
      body: JSON.stringify(customers),
    });
    const text = await made.text();
    expect(made.status, text.slice(0, 500)).to.equal(201);

    const page = await withOwnTokens('/v2/invoices/drafts');
    await page.getByRole('link', { name: 'Create a new draft invoice.' }).click();
    const field = page.getByLabel('customer.customerNumber', { exact: false }).first();
    await field.focus();
    await page.locator('datalist option[value="1"]').first().waitFor({ state: 'attached' });
    expect(await page.locator('datalist option', { hasText: 'Zanzibar' }).count()).to.equal(0);
    await field.fill('zanzi');
    const found = page.locator('datalist option', { hasText: 'Zanzibar Traders' });
    await found.waitFor({ state: 'attached' });
    await field.fill((await found.getAttribute('value')) ?? '');
    await page.locator('output.called', { hasText: 'Zanzibar Traders' }).waitFor();

    await page.context().close();

    // As rows, however long they are, with the way to the next page.
    const list = await withOwnTokens('/customers');
    await list.getByLabel('Per page').first().selectOption('1000');
    await list.getByText('1 to 1000 of').first().waitFor();
    expect(await cells(list, 1)).to.have.lengthOf(1000);
    await list.getByRole('link', { name: 'Next' }).first().click();
    await list.getByText('1001 to').first().waitFor();
    await list.context().close();
  });

  it('change a voucher of many lines, for which the accounts are read once', async () => {
    const line = { account: { accountNumber: 5830 }, amount: 1, contraAccount: { accountNumber: 5820 } };
    const made = await fetch(`${service.address}/vouchers/drafts/finance-vouchers`, {
      method: 'POST',
      headers: ownHeaders(),
      body: JSON.stringify({ date: `${YEAR}-01-15`, lines: Array.from({ length: 25 }, () => line) }),
    });
    const { voucherId } = (await made.json()) as { readonly voucherId: number };
    const page = await withOwnTokens(`/vouchers/drafts/${voucherId}`);
    await page.getByRole('link', { name: 'Replace this draft voucher.' }).click();
    await page.getByRole('table', { name: 'lines' }).waitFor();
    await page.locator('output.called', { hasText: /./ }).nth(49).waitFor({ state: 'attached' });

    expect(
      walks.get(page)?.asked.filter((one) => one.url().endsWith('/accounts?pagesize=1000')),
    ).to.have.lengthOf(1);
    expect(await page.locator('datalist option[value="5830"]').count()).to.equal(1);
    await page.getByRole('button', { name: 'Add to lines' }).click();
    const added = page.getByLabel('account.accountNumber', { exact: false }).last();
    await page.locator('table.lines tbody > tr').nth(51).waitFor({ state: 'attached' });
    expect(await added.getAttribute('list')).to.not.equal(null);
    await page.context().close();
  });

  it('keep a price that stands in a German form, and are refused one that could mean two', async () => {
    const draft = {
      productNumber: 'rope',
      name: 'Rope',
      productGroup: { productGroupNumber: 1 },
      salesPrice: 1.125,
    };
    const made = await fetch(`${service.address}/products`, {
      method: 'POST',
      headers: ownHeaders(),
      body: JSON.stringify(draft),
    });
    expect(made.status).to.equal(201);
    const { self } = (await made.json()) as { readonly self: string };
    const priceNow = async () =>
      ((await (await fetch(self, { headers: ownHeaders() })).json()) as typeof draft).salesPrice;
    const page = await withOwnTokens('/products/rope');
    await page.goto(`${service.address}/explorer?locale=de-DE#/products/rope|replace`);
    const price = page.getByLabel('salesPrice', { exact: false }).first();
    const status = sent(page);
    await price.waitFor();
    // As one writes it there: a point would read as a thousand and more.
    expect(await price.inputValue()).to.equal('1,125');
    await page.getByRole('button', { name: 'Senden' }).click();
    expect(await status).to.equal(200);
    expect(await priceNow()).to.equal(1.125);

    await page.goto(`${service.address}/explorer?locale=de-DE#/products/rope`);
    await page.goto(`${service.address}/explorer?locale=de-DE#/products/rope|replace`);
    await price.fill('1.500');
    const refused = sent(page);
    await page.getByRole('button', { name: 'Senden' }).click();
    expect(await refused).to.equal(400);
    await price.fill('1.500,00');
    const taken = sent(page);
    await page.getByRole('button', { name: 'Senden' }).click();
    expect(await taken).to.equal(200);
    expect(await priceNow()).to.equal(1500);
    await page.context().close();
  });

  it('see at home what their tokens lead to, and no heading over nothing', async () => {
    const administrator = JSON.parse(await service.kontor('sandbox', '--administrator')) as Sandbox;
    const page = await person();
    const refused: string[] = [];
    page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
    await page.getByRole('heading', { name: 'Statements', exact: true }).waitFor();
    // Of administrators only, and asked for by nobody else: what is refused stands in the console in red.
    const own = await withOwnTokens('/');
    own.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
    await own.reload();
    for (const one of [page, own]) {
      await one.getByRole('link', { name: /^Customers \d/ }).waitFor();
      await until(async () => (await one.getByRole('link', { name: 'Client companies' }).count()) === 0);
      await one.waitForLoadState('networkidle');
    }
    expect(refused).to.deep.equal([]);
    await own.context().close();
    await page.getByRole('button', { name: 'Tokens' }).click();
    await page.getByLabel('X-AppSecretToken').fill(administrator.appSecretToken);
    await page.getByLabel('X-AgreementGrantToken').fill(administrator.agreementGrantToken);
    await page.getByRole('button', { name: 'Use these' }).click();
    await page.getByRole('link', { name: 'Client companies 3', exact: true }).waitFor();

    const parts = page.locator('.groups').first();
    await until(async () => (await parts.getByRole('heading').count()) === 1);
    expect(await parts.getByRole('heading').allTextContents()).to.deep.equal(['Connected programs']);
    await page.getByRole('link', { name: 'Client companies 3', exact: true }).click();
    await heading(page, 'Client companies').waitFor();
    await page.context().close();
  });

  it('are told when the sign of a payment makes a customer owe more, and not when it pays', async () => {
    const page = await withOwnTokens('/vouchers/drafts');
    await page.goto(
      `${service.address}/explorer?locale=de-DE#/vouchers/drafts/customer-payments|createCustomerPayment`,
    );
    const says = page.getByText('Positiv ist Soll: Der Kunde schuldet mehr.');
    await page.getByRole('button', { name: 'Zu lines hinzufügen' }).click();
    await page
      .getByLabel(/^amount\b/)
      .first()
      .fill('100');
    expect(await says.count()).to.equal(0);
    await page.getByLabel('customer.customerNumber').first().fill('1');
    await says.waitFor();
    await page
      .getByLabel(/^amount\b/)
      .first()
      .fill('-100');
    await until(async () => (await says.count()) === 0);
    await page.context().close();
  });

  it('find again what they typed into a form that they left by a slip, until it is sent', async () => {
    const page = await withOwnTokens('/units');
    const create = () => page.getByRole('link', { name: 'Create a new unit.' });
    const name = () => page.getByLabel('name', { exact: false }).first();
    const isKept = () => until(() => page.evaluate<boolean>('history.state?.typed !== undefined'));
    await create().click();
    await name().fill('typed so');
    await isKept();

    await page.goBack();
    await create().waitFor();
    await page.goForward();
    await name().waitFor();
    expect(await name().inputValue()).to.equal('typed so');
    await page.reload();
    await name().waitFor();
    expect(await name().inputValue()).to.equal('typed so');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Senden' }).waitFor();
    expect(await name().inputValue()).to.equal('typed so');
    // At once, too, with the last letter still warm.
    await name().press('End');
    await name().pressSequentially(' and on');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await name().inputValue()).to.equal('typed so and on');

    // Who begins anew, or has sent it, begins with nothing.
    await page.getByRole('link', { name: 'Back without sending' }).click();
    await create().click();
    await name().waitFor();
    expect(await name().inputValue()).to.equal('');
    await name().fill('sent so');
    await isKept();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/: done, 201\.$/).waitFor();
    await page.reload();
    await name().waitFor();
    expect(await name().inputValue()).to.equal('');
    await page.context().close();
  });

  it('are not shown what somebody with other tokens typed here', async () => {
    const page = await withOwnTokens('/units');
    const create = () => page.getByRole('link', { name: 'Create a new unit.' });
    const name = () => page.getByLabel('name', { exact: false }).first();
    await create().click();
    await name().fill('typed by the one before');
    await until(() => page.evaluate<boolean>('history.state?.typed !== undefined'));
    await page.getByRole('button', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'Forget mine' }).click();
    await shown(page);

    await page.getByRole('button', { name: 'Tokens' }).click();
    expect(await page.evaluate('document.activeElement.id')).to.equal('secret-token');
    await page.getByLabel('X-AppSecretToken').fill(sandbox.appSecretToken);
    await page.getByLabel('X-AgreementGrantToken').fill(sandbox.agreementGrantToken);
    await page.getByRole('button', { name: 'Use these' }).click();
    await page.getByText('Sandbox', { exact: true }).waitFor();
    await page.goBack();
    await page.goBack();
    await name().waitFor();

    expect(await name().inputValue()).to.equal('');
    await page.context().close();
  });

  it('find again what they typed into a form that was refused for its tokens, once they gave others', async () => {
    const page = await withOwnTokens('/units');
    await page.getByRole('link', { name: 'Create a new unit.' }).click();
    await page.getByLabel('name', { exact: false }).first().fill('typed so');
    const tokensEnd = () =>
      page.evaluate(`{
        const kept = JSON.parse(sessionStorage.getItem('kontor-explorer-tokens'));
        const ended = { ...kept, appSecretToken: 'of', agreementGrantToken: 'before' };
        sessionStorage.setItem('kontor-explorer-tokens', JSON.stringify(ended));
      }`);
    const give = async (secret: string) => {
      await page.getByRole('button', { name: 'Tokens', exact: true }).click();
      await page.getByLabel('X-AppSecretToken').fill(secret);
      await page.getByLabel('X-AgreementGrantToken').fill(sandbox.agreementGrantToken);
      await page.getByRole('button', { name: 'Use these' }).click();
      await shown(page);
    };
    await tokensEnd();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('E02010', { exact: true }).waitFor();

    // The first ones that they give may be wrong, too.
    await give('mistyped');
    await give(sandbox.appSecretToken);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await page.getByLabel('name', { exact: false }).first().inputValue()).to.equal('typed so');

    // So who loads the page again first.
    await tokensEnd();
    await page.reload();
    await page.getByRole('alert').getByText('E02010', { exact: true }).waitFor();
    await give(sandbox.appSecretToken);
    expect(await page.getByLabel('name', { exact: false }).first().inputValue()).to.equal('typed so');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('typed so').first().waitFor();

    // No page is given a file again: it is asked for by its name. What is only tried stays so.
    await go(page, '/imports');
    await page.getByRole('link', { name: 'Import a file of vouchers' }).click();
    const buffer = Buffer.from('{"units": {"name": "Keg"}}\n');
    await page.getByLabel('File').setInputFiles({ name: 'kegs.jsonl', mimeType: '', buffer });
    await page.getByLabel('Only try it').check();
    await tokensEnd();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('E02010', { exact: true }).waitFor();
    await give(sandbox.appSecretToken);
    await page.getByText('Please choose the file again: kegs.jsonl').waitFor();
    expect(await page.getByLabel('Only try it').isChecked()).to.equal(true);
    await page.context().close();
  });

  it('replace and delete what they see, and hear when somebody else was there before', async () => {
    const page = await withOwnTokens('/products');
    const headers = ownHeaders();
    const body = {
      productNumber: 'R-1',
      name: 'Chair',
      salesPrice: 10,
      productGroup: { productGroupNumber: 1 },
    };
    const send = (method: string, address: string) =>
      fetch(`${service.address}${address}`, { method, headers, body: JSON.stringify(body) });
    await send('POST', '/products');

    await go(page, '/products/R-1');
    await page.getByRole('link', { name: 'Replace this product.' }).click();
    await heading(page, 'Replace this product.').waitFor();
    expect(await page.getByLabel('salesPrice').inputValue()).to.equal('10.00');
    await page.getByLabel('salesPrice').fill('11');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Replace this product: done, 200.').waitFor();
    expect(await page.getByRole('definition').filter({ hasText: '11.00' }).count()).to.equal(1);

    await page.getByRole('link', { name: 'Replace this product.' }).click();
    await heading(page, 'Replace this product.').waitFor();
    await page.getByLabel('name', { exact: false }).first().fill('My chair');
    await send('PUT', '/products/R-1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Somebody else has changed this meanwhile.').waitFor();
    expect(await page.getByRole('alert').getByRole('listitem').allTextContents()).to.deep.equal([
      'salesPrice: 11.00 → 10.00',
    ]);
    // What the other one changed stands beside what was typed, which a reload keeps.
    await page.reload();
    await heading(page, 'Replace this product.').waitFor();
    expect(await page.getByLabel('salesPrice').inputValue()).to.equal('10.00');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Replace this product: done, 200.').waitFor();
    await heading(page, 'R-1').waitFor();
    expect(await page.getByText('My chair').count()).to.equal(1);

    // What was written as JSON may have what the fields do not: it stays as it was written.
    await page.getByRole('link', { name: 'Replace this product.' }).click();
    await page.getByLabel('Write the body as JSON').check();
    const text = page.getByRole('textbox', { name: 'The body as JSON' });
    const written = JSON.parse(await text.inputValue()) as object;
    const productGroup = { self: `${service.address}/product-groups/1` };
    await text.fill(JSON.stringify({ ...written, productGroup, salesPrice: 12 }));
    await send('PUT', '/products/R-1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Somebody else has changed this meanwhile.').waitFor();
    expect(JSON.parse(await text.inputValue())).to.deep.include({
      name: 'Chair',
      salesPrice: 12,
      productGroup,
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Replace this product: done, 200.').waitFor();

    await go(page, '/products/R-1');
    await page.getByRole('link', { name: 'Delete this product.' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete this product: done, 204.').waitFor();
    await heading(page, 'Products').waitFor();
    expect((await fetch(`${service.address}/products/R-1`, { headers })).status).to.equal(404);
    await page.context().close();
  });

  it('leave what they do not change as it stood, and see the lines of an address', async () => {
    const headers = ownHeaders();
    const send = async (address: string, body: object): Promise<unknown> => {
      const answer = await fetch(`${service.address}${address}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return answer.json();
    };
    const kept = async (path: string): Promise<Record<string, unknown>> =>
      (await fetch(`${service.address}${path}`, { headers })).json() as Promise<Record<string, unknown>>;
    const placed = await send('/customers/1/delivery-locations', {
      address: 'Gate 3\nHall B',
      city: 'Zagreb',
    });
    const { deliveryLocationNumber } = placed as { deliveryLocationNumber: number };
    const lamp = { productNumber: 'L-1', name: 'Lamp', productGroup: { productGroupNumber: 1 } };
    await send('/products', { ...lamp, description: 'Brass\r\nwith a switch', barCode: '' });

    const path = `/customers/1/delivery-locations/${deliveryLocationNumber}`;
    const page = await withOwnTokens(path);
    await page.getByRole('link', { name: 'Replace this delivery location.' }).click();
    await heading(page, 'Replace this delivery location.').waitFor();
    expect(await page.getByLabel('address').last().inputValue()).to.equal('Gate 3\nHall B');
    await page.getByLabel('city').fill('Split');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Replace this delivery location: done, 200.').waitFor();
    expect(await kept(path)).to.include({ address: 'Gate 3\nHall B', city: 'Split' });

    await page.getByRole('link', { name: 'Replace this delivery location.' }).click();
    await heading(page, 'Replace this delivery location.').waitFor();
    await page.getByLabel('address').last().fill('Gate 3\nHall C');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Replace this delivery location: done, 200.').waitFor();
    expect(await kept(path)).to.include({ address: 'Gate 3\nHall C' });

    await go(page, '/products/L-1');
    await page.getByRole('link', { name: 'Replace this product.' }).click();
    await heading(page, 'Replace this product.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Replace this product: done, 200.').waitFor();
    expect(await kept('/products/L-1')).to.include({ description: 'Brass\r\nwith a switch', barCode: '' });
    await page.context().close();
  });

  it('send lines, and write a body as JSON', async () => {
    const page = await withOwnTokens('/opening-balances/drafts');
    await page.getByRole('link', { name: 'Create a new draft opening balance.' }).click();
    await heading(page, 'Create a new draft opening balance.').waitFor();

    await page.getByLabel('date').fill(`${YEAR}-01-01`);
    await page.getByRole('button', { name: 'Add to lines' }).click();
    await page.getByLabel('amountInBaseCurrency').fill('5.25');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.rows [aria-invalid=true]').count()).to.equal(1);
    await page.getByLabel('account.accountNumber').fill('5830');
    await page.getByLabel('Write the body as JSON').check();
    const written = await page.getByRole('textbox', { name: 'The body as JSON' }).inputValue();
    expect(JSON.parse(written)).to.deep.equal({
      date: `${YEAR}-01-01`,
      lines: [{ account: { accountNumber: 5830 }, amountInBaseCurrency: 5.25 }],
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Create a new draft opening balance: done, 201.').waitFor();
    await page.context().close();
  });

  it('book a draft where they see it: the form knows which one', async () => {
    const page = await withOwnTokens('/v2/invoices/drafts');
    await page.getByRole('link', { name: 'Create a new draft invoice.' }).click();
    await page.getByLabel('customer.customerNumber').fill('1');
    await page.getByRole('button', { name: 'Add to lines' }).click();
    await page.getByLabel('product.productNumber').fill('1000');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Create a new draft invoice: done, 201.').waitFor();
    await page.getByRole('link', { name: /invoices\/drafts\/\d+$/ }).click();
    await page.getByRole('link', { name: 'Book a draft invoice: post its id.' }).click();
    const happens = page.getByRole('region', { name: 'What will happen' });
    await happens.getByText(new RegExp(`^${YEAR}: `)).waitFor();
    expect(await happens.textContent())
      .to.contain('Total')
      .and.contain('This cannot be undone.');

    expect(await page.getByLabel('id', { exact: false }).first().inputValue()).to.match(/^\d+$/);
    await page.getByRole('button', { name: 'Book it' }).click();

    await page.getByText('Book a draft invoice: post its id: done, 201.').waitFor();
    await page.getByRole('link', { name: 'pdf', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Save .+\.pdf$/ }).click(),
    ]);
    expect(file.suggestedFilename()).to.match(/\.pdf$/);
    await page.context().close();
  });

  it('hear what they book, reverse and settle before it happens, by what stands in the form', async () => {
    const page = await withOwnTokens('/vouchers/drafts');
    const voucherId = await draftedVoucher(40.5);
    const happens = page.getByRole('region', { name: 'What will happen' });
    const facts = () => happens.getByRole('definition').allTextContents();

    // Where all booked ones are, the number is typed; so is the day.
    await go(page, '/vouchers/booked');
    await page.getByRole('link', { name: 'Book a draft voucher.' }).click();
    // The collection, which is there until the form is, asks for a voucherId too.
    await happens.waitFor();
    await page.getByLabel('voucherId').fill(String(voucherId));
    await page.getByLabel('date').fill(`${YEAR}-02-03`);
    await happens.getByText(new RegExp(`^${YEAR}: 1.*2[89] Feb`)).waitFor();
    expect(await facts()).to.include.members([`3 February ${YEAR}`, '40.50']);
    await page.getByLabel('date').fill('1900-02-03');
    await happens.getByText('No accounting year has this day.').waitFor();
    await page.getByLabel('date').fill(`${YEAR}-01-15`);
    await happens.getByText(`15 January ${YEAR}`).waitFor();
    await page.getByRole('button', { name: 'Book it' }).click();
    await page.getByText('Book a draft voucher: done, 201.').waitFor();
    // Others may have changed it meanwhile: what was booked is told by the answer.
    const booked = page.getByRole('status').getByRole('definition');
    expect(await booked.allTextContents()).to.include.members([`15 January ${YEAR}`, '40.50']);

    // What is reversed has a number and a day of its own; the reversal gets others.
    await go(page, `/vouchers/booked/${voucherId}`);
    await page.getByRole('link', { name: 'Reverse this voucher: post the date of the reversal.' }).click();
    await page.getByLabel('date').fill(`${YEAR}-03-04`);
    await happens.getByText(`4 March ${YEAR}`).waitFor();
    expect(await facts()).to.include.members(['the next of its series', '40.50']);
    expect(await happens.getByText(`15 January ${YEAR}`).count()).to.equal(0);

    await go(page, '/statements/vat/settlements');
    await page.getByRole('link', { name: 'Settle the VAT of whole periods' }).click();
    await page.getByLabel('fromDate').fill(`${YEAR}-01-01`);
    await page.getByLabel('toDate').fill(`${YEAR}-01-31`);
    // Of no VAT nothing is owed, nothing got back, and no document posted.
    await happens.getByText('VAT', { exact: true }).waitFor();
    expect(await happens.getByRole('term').allTextContents()).not.to.include('Number');
    await posted('/vouchers/booked', { voucherId: await draftedVoucher(-12, 1010), date: `${YEAR}-01-15` });
    await page.getByLabel('toDate').fill('');
    await page.getByLabel('toDate').fill(`${YEAR}-01-31`);
    await happens.getByText('VAT to pay').waitFor();
    expect(await happens.textContent())
      .to.contain('Barred from then on')
      .and.contain('It can be taken back')
      .and.not.contain('cannot be undone');
    await page.context().close();
  });

  it('are told that the explorer did not load, and try again where they were', async () => {
    const page = await browser.person();
    let isBusy = true;
    await page.route(/\/explorer\/\w+\/main\.js$/, (route) =>
      isBusy ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );
    await page.goto(`${service.address}/explorer#/products/LIC_6_1?demo=true`);
    await page.getByRole('alert').getByText('The explorer did not load.').waitFor();
    expect(await page.getByText('Loading the explorer').isVisible()).to.equal(false);

    isBusy = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'LIC/1').waitFor();
    expect(await page.getByText('The explorer did not load.').count()).to.equal(0);
    await page.context().close();
  });

  it('see a booked document under the number that its series prints, and one day as one', async () => {
    const voucherId = await draftedVoucher(3);
    await posted('/vouchers/booked', { voucherId, date: `${YEAR}-01-15` });
    const page = await withOwnTokens(`/vouchers/booked/${voucherId}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).to.match(/^FIN\d+$/);
    expect(await page.locator('#crumbs').textContent()).to.match(/FIN\d+$/);

    await go(page, '/statements/aged-receivables');
    expect(await page.locator('.members > div > dt').allTextContents()).to.deep.equal(['On', 'Currency']);

    await go(page, '/accounts');
    const named = page.getByRole('navigation', { name: 'Pages', exact: true });
    expect([
      await named.count(),
      await page.getByRole('navigation', { name: 'Pages, below the list' }).count(),
    ]).to.deep.equal([1, 1]);
    await page.context().close();
  });

  it('are not told that no year has a day where the service could not say, and may ask again', async () => {
    const page = await withOwnTokens('/vouchers/drafts');
    const voucherId = await draftedVoucher(12.25);
    let isBusy = true;
    await page.route(/\/accounting-years\?/, (route) =>
      isBusy ? route.fulfill({ status: 503, json: { message: 'Too much at once.' } }) : route.continue(),
    );
    await go(page, `/vouchers/drafts/${voucherId}`);
    await page.getByRole('link', { name: 'Book a draft voucher.' }).click();
    const happens = page.getByRole('region', { name: 'What will happen' });
    await happens.getByText('This could not be read just now.').waitFor();
    expect(await happens.getByText('No accounting year has this day.').count()).to.equal(0);

    isBusy = false;
    await happens.getByRole('button', { name: 'Try again' }).click();
    await happens.getByText(new RegExp(`^${YEAR}: 1`)).waitFor();
    expect(await happens.textContent()).to.contain('12.25');
    await page.context().close();
  });

  it('attach a file to a voucher, and read it again; try the import of another, and import it', async () => {
    const page = await withOwnTokens('/vouchers/drafts');
    const voucherId = await draftedVoucher(1);
    await go(page, `/vouchers/drafts/${voucherId}`);
    await page.getByRole('link', { name: 'Attach a file to this voucher.' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('File is missing.', { exact: true }).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-invalid')).to.equal('true');
    const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
    await page.getByLabel('File').setInputFiles(receipt);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^Attach a file to this voucher: done, 20\d\.$/).waitFor();

    await page.getByRole('link', { name: 'attachment', exact: true }).first().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Save / }).click(),
    ]);
    expect(file.suggestedFilename()).to.match(/\.pdf$/);

    await go(page, '/imports');
    await page.getByRole('link', { name: 'Import a file of vouchers' }).click();
    await page.getByText('This cannot be undone.').waitFor();
    const units = Buffer.from('{"units": {"name": "Barrel"}}\n');
    await page.getByLabel('File').setInputFiles({ name: 'units.jsonl', mimeType: '', buffer: units });
    await page.getByLabel('Only try it').check();
    await page.getByRole('button', { name: 'Send' }).click();
    // The file is still chosen, to be sent in earnest.
    await page.getByText(': begun, 201.').waitFor();
    await page.getByLabel('Only try it').uncheck();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('form.doing-form').waitFor({ state: 'detached' });
    expect(await page.getByText(': begun, 201.').count()).to.equal(1);
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(page, '/imports');
    expect(await cells(page, 4)).to.deep.equal(['true', 'false']);
    // What came of a file is within the window of a desk; what tells files apart is behind it.
    const list = await page.locator('.scroll').boundingBox();
    const created = await page.getByRole('columnheader', { name: 'created', exact: true }).boundingBox();
    expect((created?.x ?? 0) + (created?.width ?? 0)).to.be.lessThan((list?.x ?? 0) + (list?.width ?? 0));
    expect(await page.getByRole('columnheader').last().textContent()).to.equal('sha256');
    await page.context().close();
  });

  it('see on a desk which accounts an amount is of, beside it', async () => {
    const page = await withOwnTokens('/vouchers/drafts');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Create a new draft supplier payment.' }).click();
    await page.getByRole('button', { name: 'Add to lines' }).click();
    const lines = page.locator('.scroll', { has: page.getByRole('table', { name: 'lines' }) });
    const [box, contra] = [await lines.boundingBox(), await lines.getByLabel('contraAccount').boundingBox()];
    expect((contra?.x ?? 0) + (contra?.width ?? 0)).to.be.lessThan((box?.x ?? 0) + (box?.width ?? 0));
    // So is what is rarely needed of a line, below it.
    await page.getByText('More: accruals').click();
    const start = await lines.getByLabel('startDate').boundingBox();
    expect((start?.x ?? 0) + (start?.width ?? 0)).to.be.lessThan((box?.x ?? 0) + (box?.width ?? 0));
    await page.context().close();
  });

  it('see to which months and onto which account a line is accrued, before it is booked and after', async () => {
    const accruals = {
      account: { accountNumber: 5750 },
      startDate: `${YEAR}-01-01`,
      endDate: `${YEAR}-03-31`,
    };
    const contraAccount = { accountNumber: 5820 };
    const line = { account: { accountNumber: 1950 }, amount: 1200, contraAccount, accruals };
    const draft = { date: `${YEAR}-01-15`, lines: [line] };
    const { voucherId } = await posted('/vouchers/drafts/finance-vouchers', draft);
    const page = await withOwnTokens(`/vouchers/drafts/${voucherId}`);
    const row = page.getByRole('row', { name: '1950' });
    await row.getByText(accruals.startDate).waitFor();
    expect(await row.getByRole('link', { name: '5750' }).count()).to.equal(1);

    await page.getByRole('link', { name: 'Book a draft voucher' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: `1 Jan – 31 Mar ${YEAR}` })
      .waitFor();
    await page.context().close();
  });

  it('match what is open of a customer from where they see it: the form knows which posts', async () => {
    for (const [kind, amount, contra] of [
      ['customer-invoices', 100, 1010],
      ['customer-payments', -40, 5820],
    ] as const) {
      const line = {
        customer: { customerNumber: 2 },
        amount,
        contraAccount: { accountNumber: contra },
        vatAccount: null,
      };
      const { voucherId } = await posted(`/vouchers/drafts/${kind}`, {
        date: `${YEAR}-01-15`,
        lines: [line],
      });
      await posted('/vouchers/booked', { voucherId, date: `${YEAR}-01-15` });
    }
    const page = await withOwnTokens('/customers/2/open-posts');

    await page.getByRole('link', { name: /Match open posts/ }).click();
    const rows = page.getByRole('table', { name: 'posts' });
    await rows.getByText(`Customer invoice, 15 January ${YEAR}, open: 100.00 EUR`).waitFor();
    await rows.getByText(`Customer payment, 15 January ${YEAR}, open: -40.00 EUR`).waitFor();
    const entry = page.getByLabel('entryNumber').first();
    const number = await entry.inputValue();
    await entry.fill('999999');
    expect(await rows.getByText('Customer invoice').count()).to.equal(0);
    await entry.fill(number);
    // A line is missed under the number that it has on the page.
    await page.getByRole('button', { name: 'Add to posts' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'posts 3, voucherId is missing.' }).waitFor();
    await page.getByRole('button', { name: 'Take away posts 3' }).click();
    await page.getByRole('button', { name: 'Send' }).click();

    await page.getByRole('heading', { name: /^Match open posts.*: done, 201/ }).waitFor();
    await go(page, '/customers/2/open-posts');
    expect(await page.locator('.scroll tbody tr').count()).to.equal(1);

    // What is taken back is not deleted for ever: it can be matched again.
    await go(page, '/matches');
    await page.locator('.scroll tbody th a').first().click();
    await page.getByRole('link', { name: 'Take this match back.' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await page.getByText('This cannot be undone.').count()).to.equal(0);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Take this match back: done, 204.').waitFor();
    await page.context().close();
  });

  it('see all that was made where it is answered as a list: the token of a grant is shown once', async () => {
    const office = JSON.parse(await service.kontor('sandbox', '--administrator')) as Sandbox & {
      readonly clientAgreements: readonly { readonly agreementNumber: number }[];
    };
    const client = String(office.clientAgreements[0]?.agreementNumber);
    const page = await withTokens(office, '/studio/client-agreements');
    await page.getByRole('link', { name: 'Get temporary grants of client agreements.' }).click();
    // The collection, which is there until the form is, asks for an agreementNumber too.
    const send = page.getByRole('button', { name: 'Send' });
    await send.waitFor();
    expect(await page.getByLabel('self').count()).to.equal(0);
    await page.getByLabel('agreementNumber').fill(client);
    await send.click();
    await page.getByRole('heading', { name: /: done, 201/ }).waitFor();
    const token = page.locator('dt', { hasText: 'grantToken' }).locator('xpath=following-sibling::dd');
    expect(await token.textContent()).to.match(/^[\w-]{40,}$/);
    // On the page of one the form knows which.
    await go(page, `/studio/client-agreements/${client}`);
    await page.getByRole('link', { name: 'Get temporary grants of client agreements.' }).click();
    await send.waitFor();
    expect(await page.getByLabel('agreementNumber').inputValue()).to.equal(client);
    await page.context().close();

    const own = await withOwnTokens('/customers');
    await own.getByRole('link', { name: 'Create a new customer.' }).click();
    await own.getByLabel('Write the body as JSON').check();
    const made = (name: string) => ({
      name,
      currency: 'EUR',
      customerGroup: { customerGroupNumber: 1 },
      paymentTerms: { paymentTermsNumber: 1 },
      vatZone: { vatZoneNumber: 1 },
    });
    await own
      .getByRole('textbox', { name: 'The body as JSON' })
      .fill(JSON.stringify([made('First of two'), made('Second of two')]));
    await own.getByRole('button', { name: 'Send' }).click();
    await own.getByRole('cell', { name: 'First of two' }).waitFor();
    await own.getByRole('cell', { name: 'Second of two' }).waitFor();
    await own.context().close();
  });

  it('are told what goes with a thing before they delete it', async () => {
    const page = await withOwnTokens('/apps');
    const link = page.locator('.scroll tbody th a').first();
    await link.click();
    await page.getByRole('link', { name: 'Delete this app.' }).click();
    await page.getByText('All access that it was given ends').waitFor();
    await page.getByText('This cannot be undone.').waitFor();
    await page.context().close();
  });

  it('see the totals of a year and of its periods, which agree with what the service adds up', async () => {
    const page = await person(
      `/accounting-years/${YEAR}/totals?demo=true&filter=account.accountNumber$eq:1010`,
    );
    const total = await page.locator('.chart .number').textContent();
    expect(total).to.match(/^-?[\d,]+\.\d\d$/);
    expect(await page.locator('.chart svg rect').count()).to.equal(1);
    await page.locator('.chart').getByRole('link', { name: '1010 Sales of goods, domestic' }).waitFor();

    await go(page, `/accounting-years/${YEAR}?demo=true`);
    await page.getByLabel('Totals of').selectOption('1010');

    expect(await page.locator('.chart tbody tr').count()).to.equal(12);
    expect(await page.locator('.chart tfoot .number').textContent()).to.equal(total);
    await page
      .locator('.chart')
      .getByRole('link', { name: `Jan ${YEAR}` })
      .click();
    await page.getByRole('link', { name: 'totals' }).click();
    await page.getByText('Totals by account').waitFor();
    await page.context().close();
  });

  for (const [where, width] of [
    ['on a phone', 390],
    ['on a tablet', 768],
    ['on a desk', 1280],
  ] as const)
    it(`read the labels of a chart whole ${where}, and see its bars`, async () => {
      const page = await person(`/accounting-years/${YEAR}/totals?demo=true`);
      await page.setViewportSize({ width, height: 844 });
      await page.locator('.chart').getByRole('link', { name: '1010 Sales of goods, domestic' }).waitFor();

      const rows = await page.locator('.chart tbody tr').evaluateAll((all) =>
        all.map((row) => {
          const [label, bar] = [row.querySelector('th'), row.querySelector('.bar')];
          return {
            label: label?.textContent,
            isCut: (label?.scrollWidth ?? 0) > (label?.clientWidth ?? 0),
            barWidth: bar?.clientWidth ?? 0,
          };
        }),
      );
      expect(rows).to.have.lengthOf.at.least(5);
      for (const { label, isCut, barWidth } of rows) {
        expect(isCut, `${label} is cut`).to.equal(false);
        expect(barWidth, `the bar of ${label}`).to.be.greaterThan(60);
      }
      await page.context().close();
    });

  it('print a statement with all its columns', async () => {
    const page = await person('/statements/trial-balance?demo=true');
    // A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });

    for (const place of ['/statements/trial-balance?demo=true', '/statements/aged-receivables?demo=true']) {
      await page.goto('about:blank');
      await page.goto(`${service.address}/explorer#${place}`);
      await page.locator('.statement table').waitFor();
      // What is figures stands within the edge; links may end beyond it.
      const edges = await page
        .locator('.statement thead th')
        .evaluateAll((all) => all.slice(0, 8).map((one) => one.getBoundingClientRect().right));
      expect(Math.max(...edges), place).to.be.at.most(718);
      const isScrolled = await page
        .locator('.statement .scroll')
        .evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).overflowX !== 'visible');
      expect(isScrolled, place).to.equal(false);
    }
    await page.context().close();
  });

  it('see a statement, choose other dates, and follow a figure to its entries', async () => {
    const page = await person(`/statements/trial-balance?demo=true`);
    expect(await page.getByLabel('From', { exact: true }).inputValue()).to.match(/-01-01$/);

    await page.getByLabel('From', { exact: true }).fill(`${YEAR}-02-10`);
    await page.getByLabel('To', { exact: true }).fill(`${YEAR}-02-01`);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('fromDate must not be after toDate.', { exact: true }).waitFor();
    await page.getByLabel('To', { exact: true }).fill(`${YEAR}-03-20`);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await shown(page);

    const sales = page.locator('.scroll tbody tr').filter({ hasText: 'Sales of goods, domestic' }).first();
    await sales.getByRole('link', { name: 'entries' }).click();
    await heading(page, 'Entries').waitFor();
    await go(page, `/statements/balance-sheet?demo=true`);
    expect(await page.getByLabel('From', { exact: true }).count()).to.equal(0);
    await page.getByLabel('On', { exact: true }).fill(`${YEAR}-06-30`);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await shown(page);
    await page.getByText('Result for the year', { exact: true }).waitFor();

    // What the codes come to is what is owed; where there is none, that is said in plain words.
    await go(page, `/statements/vat?demo=true`);
    const told = await page.locator('.statement tbody tr > :nth-child(5)').allTextContents();
    const vats = told.map((amount) => Number(amount.replaceAll(/[.,]/g, '')));
    expect(vats.length).to.be.greaterThan(3);
    expect(vats.at(-1)).to.equal(vats.slice(0, -1).reduce((sum, cents) => sum + cents, 0));
    expect(await page.locator('.statement tr.sum').innerText()).to.match(/Total/);
    await go(page, `/statements/vat?demo=true&fromDate=1990-01-01&toDate=1990-01-31`);
    await page.getByText('There is nothing here.').waitFor();
    expect(await page.locator('.answer').innerText())
      .to.contain('31 January 1990')
      .and.not.match(/rows|toDate/);
    await page.context().close();
  });

  it('go on by the keyboard from a button that is gone when it was pressed', async () => {
    const page = await withOwnTokens('/opening-balances/drafts');
    const focused = page.locator(':focus');
    await page.getByRole('link', { name: 'Create a new draft opening balance.' }).click();
    await page.getByRole('button', { name: 'Add to lines' }).press('Enter');
    await page.getByRole('button', { name: 'Add to lines' }).press('Enter');
    const fields = page.locator('.lines').getByLabel('account.accountNumber');
    expect(await fields.count()).to.equal(2);

    await page.getByRole('button', { name: 'Take away lines 2' }).press('Enter');
    expect(await focused.getAttribute('id')).to.equal(
      await page.locator('.lines input').first().getAttribute('id'),
    );
    await page.getByRole('button', { name: 'Take away lines 1' }).press('Enter');
    expect(await focused.innerText()).to.equal('Add to lines');

    await go(page, '/statements/trial-balance?demo=true');
    await page.getByRole('button', { name: 'Show them' }).press('Enter');
    expect(await focused.getAttribute('class')).to.equal('scroll');
    await page.context().close();
  });

  it('are told how much was found on home, and which token is missing', async () => {
    const page = await person('/?demo=true');
    await page.getByLabel('Look for').fill('trial');
    expect(await page.getByRole('status').innerText()).to.match(/^Found: [1-9]\d*$/);
    await page.getByLabel('Look for').fill('zzz');
    expect(await page.getByRole('status').innerText()).to.equal('Nothing has such a name.');

    await page.getByRole('button', { name: 'Tokens' }).click();
    await page.getByLabel('X-AppSecretToken').fill('some');
    await page.getByRole('button', { name: 'Use these' }).click();
    const wrong = page.getByRole('dialog').locator('[aria-invalid=true]');
    expect(await wrong.getAttribute('id')).to.equal('grant-token');
    expect(await wrong.getAttribute('aria-describedby')).to.equal('tokens-wrong');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tokens' }).click();
    expect(await wrong.count()).to.equal(0);
    expect(await page.getByRole('alert').innerText()).to.equal('');
    await page.context().close();
  });

  it('copy a line for curl that asks the same, brackets and all', async () => {
    const page = await person("/customers?demo=true&filter=customerNumber$in:[1,2]$or:name$eq:{O'x}");
    await page.getByText('The same with curl').click();

    const line = await page.locator('aside pre').last().innerText();
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error`]);

    expect(await page.locator('.count').first().innerText()).to.match(/of 2/);
    expect(JSON.parse(stdout)).to.have.nested.property('pagination.results', 2);
    await page.context().close();
  });

  it('close a year and open it again, and are told what that is', async () => {
    const page = await withOwnTokens('/accounting-years');
    await page.locator('.scroll tbody th a').first().click();
    await page.getByRole('link', { name: 'Close this accounting year.' }).click();
    await page.getByText('carry its result and its balances on.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^Close this accounting year: done, 20\d\.$/).waitFor();

    await page.goBack();
    await page.getByRole('link', { name: 'Reopen this accounting year.' }).click();
    await page.getByText('undo exactly what closing it has posted.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Send' }).click();

    await page.getByText(/^Reopen this accounting year: done, 20\d\.$/).waitFor();
    await page.getByRole('link', { name: 'Close this accounting year.' }).waitFor();
    await page.context().close();
  });

  it('send again what got no answer, and it is done once', async () => {
    const page = await withOwnTokens('/units');
    await page.getByRole('link', { name: 'Create a new unit.' }).click();
    const keys: (string | undefined)[] = [];
    await page.route('**/units', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      const answer = await route.fetch();
      return keys.length === 1 ? route.abort() : route.fulfill({ response: answer });
    });

    await page.getByLabel('name').fill('sack');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Create a new unit: done, 201.').waitFor();

    expect(keys).to.have.lengthOf(2);
    expect(keys[0])
      .to.equal(keys[1])
      .and.to.match(/^[0-9a-f]{32}$/);
    await go(page, '/units?filter=name$eq:sack');
    await page.getByText('1 to 1 of 1').first().waitFor();
    await page.context().close();
  });

  it('hear that the service is out of reach, and try again', async () => {
    const page = await person('/products?demo=true');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: '1000', exact: true }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();

    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();

    await heading(page, '1000').waitFor();
    await page.context().close();
  });

  it('try again where the service says that it takes no more for now', async () => {
    const page = await person('/products?demo=true');
    const busy = { status: 429, json: { message: 'Too many requests.', httpStatusCode: 429 } };
    await page.route('**/products/1000?*', (route) => route.fulfill(busy));
    await page.getByRole('link', { name: '1000', exact: true }).click();
    await page.getByRole('alert').getByRole('heading', { name: 'Too many requests.' }).waitFor();

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByText('Desk lamp, brass').waitFor();
    await page.context().close();
  });

  it('are told that the page loads while its scripts are on their way, and not where there are none', async () => {
    const page = await browser.person();
    await page.route('**/main.js', () => undefined);
    await page.goto(`${service.address}/explorer`, { waitUntil: 'commit' });
    await page.getByText('Loading the explorer').waitFor();
    await page.context().close();

    const plain = await browser.person({ javaScriptEnabled: false });
    await plain.goto(`${service.address}/explorer`);
    await plain.locator('noscript').waitFor();
    expect(await plain.getByText('Loading the explorer').isVisible()).to.equal(false);
    // Nor is anything offered that only a script does.
    expect(await plain.locator('input:visible, button:visible').count()).to.equal(0);
    await plain.context().close();
  });

  it('read and type names in the direction of their script', async () => {
    const name = 'שלום חיפה!';
    await posted('/suppliers', {
      name,
      currency: 'EUR',
      supplierGroup: { supplierGroupNumber: 1 },
      paymentTerms: { paymentTermsNumber: 1 },
      vatZone: { vatZoneNumber: 1 },
    });
    const page = await withOwnTokens(`/suppliers?filter=name$eq:${name}`);
    // The sign that is written last stands at the left end.
    const isLeft = await page.evaluate(`(() => {
      const cell = [...document.querySelectorAll('td')].find((one) => one.textContent === '${name}');
      const [first, last] = [0, ${name.length - 1}].map((at) => {
        const sign = document.createRange();
        sign.setStart(cell.firstChild, at);
        sign.setEnd(cell.firstChild, at + 1);
        return sign.getBoundingClientRect().x;
      });
      return last < first;
    })()`);
    expect(isLeft).to.equal(true);

    await page.locator('.scroll tbody a').first().click();
    await page.getByRole('link', { name: /Replace this supplier/ }).click();
    const field = page.getByLabel(/^name/);
    expect(await field.inputValue()).to.equal(name);
    const isTyped = `document.activeElement.value === '${name}' && document.activeElement.matches(':dir(rtl)')`;
    await field.focus();
    expect(await page.evaluate(isTyped)).to.equal(true);
    await page.context().close();
  });

  it('walk where they came in, whatever name the service has there', async () => {
    const page = await browser.person();
    const other = service.address.replace('localhost', '127.0.0.1');
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== other) elsewhere.push(request.url());
    });
    await page.goto(`${other}/explorer#/products?demo=true`);

    await page.getByRole('link', { name: '1000', exact: true }).click();
    await heading(page, '1000').waitFor();

    expect(page.url()).to.equal(`${other}/explorer#/products/1000?demo=true`);
    expect(elsewhere).to.deep.equal([]);
    await page.context().close();
  });

  it('find by a number that a path cannot hold, and hear plainly what is not there', async () => {
    const page = await person('/products?demo=true');

    await page.getByLabel('productNumber').fill('LIC/12');
    await page.getByRole('button', { name: 'Find' }).click();
    await heading(page, 'LIC/12').waitFor();
    await go(page, '/products/nothing?demo=true');
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'There is no nothing in products.' }).waitFor();
    await alert.getByRole('link', { name: '/products?demo=true' }).first().click();
    await heading(page, 'Products').waitFor();
    for (const _ of ['asked', 'asked again']) {
      await go(page, '/products?demo=true&filter=name$like:*desk lamp*');
      expect(await page.locator('.scroll tbody tr').count()).to.equal(2);
    }
    await page.context().close();
  });

  it('are led to the demo or to tokens of their own where they have none', async () => {
    const page = await person('/accounts');

    await page.getByRole('alert').getByText('E02000', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'See it in the demo company' }).click();
    await page.getByText('1 to 20 of').first().waitFor();
    expect(page.url()).to.match(/#\/accounts\?demo=true$/);
    await page.context().close();
  });

  it('lose their tokens with the tab, or before when they say so', async () => {
    const page = await withOwnTokens('/products');
    const other = await page.context().newPage();
    await other.goto(`${service.address}/explorer#/products`);
    await other.getByRole('alert').getByText('E02000', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'Forget mine' }).click();
    await page.getByText('Demo company').waitFor();

    expect(
      await page.evaluate('sessionStorage.length + localStorage.length + document.cookie.length'),
    ).to.equal(0);
    await page.context().close();
  });

  it('find the page of an address again when they go back to it, and nothing of the books', async () => {
    const page = await withOwnTokens('/accounts');
    for (const [at, title] of [
      ['/', 'Accounting, open to your apps'],
      ['/accounts', 'This address is for apps'],
    ] as const) {
      await page.goto(`${service.address}${at}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.goto(`${service.address}/explorer#${at}`);
      await page.locator('main:not([aria-busy]) h1').waitFor();

      await page.goBack();

      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await page.context().close();
  });

  it('open every place that home leads to, an item of each, and every form', async function () {
    this.timeout(300_000);
    type Seen = {
      readonly collection?: readonly { readonly self?: string }[];
      readonly metaData?: Readonly<Record<string, { readonly httpMethod: string }>>;
    };
    // With tokens: the demo agreement offers nothing that writes.
    const headers = ownHeaders();
    const ask = async (link: string): Promise<Seen> => {
      const answer = await fetch(link, { headers });
      // An export is a file.
      if (answer.headers.get('content-type')?.startsWith('application/json') !== true) {
        await answer.arrayBuffer();
        return {};
      }
      return (await answer.json()) as Seen;
    };
    const home = (await ask(`${service.address}/`)) as Readonly<Record<string, Record<string, string>>>;
    const links = ['stable', 'experimental', 'deprecated'].flatMap((one) => Object.values(home[one] ?? {}));
    const page = await withOwnTokens('/');
    const open = async (spot: string): Promise<void> => {
      walks.get(page)?.typed.push(spot.replace(/\|.*/, ''));
      const form = spot.includes('|') ? '.doing-form' : 'main';
      // In one go: to ask for the heading, the text and the form by themselves takes three times as much.
      const { text, forms: drawn } = await page.evaluate<{ text: string; forms: number }>(`(async () => {
        document.querySelector('h1').remove();
        location.hash = ${JSON.stringify(spot)};
        const isDrawn = () =>
          ['main:not([aria-busy]) h1', '${form}'].every((one) => document.querySelector(one) !== null);
        await new Promise((done) => {
          const watch = new MutationObserver(() => isDrawn() && done());
          watch.observe(document.body, { attributes: true, childList: true, subtree: true });
          setTimeout(done, 60_000);
        });
        const main = document.querySelector('main');
        return {
          text: document.querySelector('h1') === null ? 'undefined: no heading' : main.innerText,
          forms: document.querySelectorAll('.doing-form').length,
        };
      })()`);
      expect(text, spot).not.to.match(/undefined|\[object/);
      if (spot.includes('|')) expect(drawn, spot).to.equal(1);
    };
    let forms = 0;
    const openAll = async (link: string): Promise<Seen> => {
      const place = link.slice(service.address.length);
      await open(place);
      const answer = await ask(link);
      for (const [name, { httpMethod }] of Object.entries(answer.metaData ?? {})) {
        if (httpMethod === 'get') continue;
        await open(`${place}|${name}`);
        forms += 1;
      }
      return answer;
    };

    for (const link of links.filter((one) => !one.includes('{'))) {
      const first = (await openAll(link)).collection?.[0]?.self;
      if (first !== undefined) await openAll(first);
    }

    expect(forms).to.be.greaterThan(50);
    await page.context().close();
  });

  it('do it with the keyboard alone', async () => {
    const page = await person('/products?demo=true');

    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: '1000', exact: true }).focus();
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).to.equal('solid');
    await page.keyboard.press('Enter');
    await heading(page, '1000').waitFor();
    expect(await page.locator('h1:focus').count()).to.equal(1);
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fit a small phone on every page (${colorScheme}), with one heading and a name for every field`, async () => {
      const page = await withOwnTokens('/', { colorScheme, viewport: { width: 320, height: 640 } });
      for (const place of [
        '/?demo=true',
        '/products?demo=true',
        '/products?demo=true&filter=name$like:*a*',
        '/products/LIC_6_12?demo=true',
        `/accounting-years/${YEAR}?demo=true`,
        `/accounting-years/${YEAR}/totals?demo=true`,
        '/customers|create',
        '/products/none',
      ]) {
        walks.get(page)?.typed.push(place.replace(/\|.*/, ''));
        await page.evaluate("document.querySelector('h1').remove()");
        await page.goto(`${service.address}/explorer#${place}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await shown(page);
        await page.getByText('Reading the totals').waitFor({ state: 'detached' });
        const facts = await page.evaluate(`({
          wide: document.documentElement.scrollWidth - innerWidth,
          headings: document.querySelectorAll('h1').length,
          unnamed: [...document.querySelectorAll('input, select, textarea')]
            .filter((one) => one.labels.length === 0 && !one.ariaLabel).length,
        })`);
        expect(facts, place).to.deep.equal({ wide: 0, headings: 1, unnamed: 0 });
      }
      await page.context().close();
    });
  }

  it('asked for nothing that was not linked to, made by a template, or typed', async () => {
    let requested = 0;
    for (const { typed, asked: requests, heard } of walks.values()) {
      const watch = watchInvention(
        ['/', ...typed].map((place) => service.address + place),
        async (request) => heard.get(sent.get(request) as Asked) ?? new Response(),
      );
      const sent = new Map<unknown, Asked>();
      for (const request of requests) {
        const again = new Request(request.url(), { method: request.method() });
        sent.set(again, request);
        await watch.fetch(again);
      }
      expect(watch.invented).to.deep.equal([]);
      requested += watch.requested;
    }
    expect(requested).to.be.greaterThan(150);
  });

  it('never told anybody else, never put a token into an address, and met no defect', () => {
    const tokens = Object.values({ ...sandbox }).filter((one) => String(one).length > 30);

    expect(asked.length).to.be.greaterThan(100);
    for (const request of asked) {
      expect(new URL(request.url()).origin).to.equal(service.address);
      for (const token of tokens) expect(request.url()).not.to.contain(String(token));
    }
    for (const address of addresses)
      for (const token of tokens) expect(address).not.to.contain(String(token));
    expect(defects).to.deep.equal([]);
    expect(browser.complaints).to.deep.equal([]);
  });
});
