import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the documentation and the API reference', function () {
  const browser = realBrowser();
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
    service = await startProcess(`sqlite:${folder.path}/kontor.db`);
  });
  after(async () => {
    await service?.stop();
    await folder?.remove();
  });

  it('finds an operation by words, and tells what it takes, answers and refuses', async () => {
    const page = await browser.person();
    await page.goto(`${service.address}/docs/api`);

    await page.getByLabel('Search the operations').fill('create product alias');
    await page.getByRole('link', { name: /^POST .*product-aliases$/ }).click();

    await page.getByRole('heading', { name: 'Create a new product alias.' }).waitFor();
    const operation = page.locator('#createProductAlias');
    expect(await operation.innerText())
      .to.contain('POST /alias-layers/{aliasLayerNumber}/product-aliases'.replace(' ', '\n'))
      .and.to.contain('Idempotency-Key')
      .and.to.contain('24 hours at least. 1 to 255 characters.')
      .and.to.contain('Sales');
    await operation.getByText('Refusals').click();
    expect(await operation.innerText()).to.contain('E06010');
    const shape = page.locator('#shape-ProductAliasDraft');
    expect(await shape.innerText()).to.match(
      /productNumber\s+string\s+required\s+Number of the product, 1 to 25 characters\./,
    );
  });

  it('opens on the operation that its address names, with an example', async () => {
    const page = await browser.person();
    await page.goto(`${service.address}/docs/api/products#createProduct`);

    const operation = page.locator('#createProduct');
    expect(await operation.locator('pre').first().innerText()).to.contain('"productNumber": "K-1"');
  });

  it('finds a section as one types, and leads to it', async () => {
    const page = await browser.person();
    await page.goto(`${service.address}/docs`);

    await page.getByLabel('Search the documentation').fill('repeat safely');
    await page
      .getByRole('link', { name: /Repeat safely/ })
      .first()
      .click();

    await page.waitForURL(/\/docs\/concepts\/errors-and-retries#repeat-safely$/);
  });

  it('searches again after the index was out of reach', async () => {
    const page = await browser.person();
    await page.route('**/docs/search.json', (route) => route.abort());
    await page.goto(`${service.address}/docs`);
    const search = page.getByLabel('Search the documentation');
    await search.fill('webhook');
    await page.unroute('**/docs/search.json');

    await search.fill('webhooks');

    await page
      .getByRole('link', { name: /^Webhooks/ })
      .first()
      .waitFor();
    expect(browser.complaints).to.deep.equal([]);
  });

  it('leads back to the search by Escape, and takes no single key for a command', async () => {
    const page = await browser.person();
    await page.goto(`${service.address}/docs`);
    const search = page.getByLabel('Search the documentation');
    const isFocused = () => search.evaluate((one) => one === one.ownerDocument.activeElement);
    // Who dictates says whole words, and none of their letters is a command (WCAG 2.1.4).
    await page.keyboard.press('/');
    expect(await isFocused()).to.equal(false);

    const told = page.getByRole('search', { name: 'Documentation' }).getByRole('status');
    expect(await told.textContent(), 'what is told of is there before').to.equal('');
    await search.fill('webhook');
    const first = page.locator('#hits a').first();
    await first.waitFor();
    expect(await told.textContent()).to.match(/^\d+ found$/);
    await page.keyboard.press('ArrowDown');
    expect(await isFocused()).to.equal(false);
    await page.keyboard.press('Escape');

    expect(await isFocused()).to.equal(true);
    expect(await first.isVisible()).to.equal(false);
  });

  it('takes what was found away from who goes on with Tab, so that it lies over nothing that has the focus', async () => {
    const page = await browser.person();
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.goto(`${service.address}/docs/guides/invoices`);
      await page.getByLabel('Search the documentation').fill('invoice');
      const found = page.locator('#hits a');
      await found.first().waitFor();
      const between = key === 'Tab' ? await found.count() : 0;
      for (let pressed = 0; pressed < between; pressed += 1) await page.keyboard.press(key);
      expect(await found.first().isVisible()).to.equal(true);

      await page.keyboard.press(key);

      expect(await page.locator('#hits').isVisible(), key).to.equal(false);
    }
    await page.context().close();
  });

  it('shows samples in the language that was chosen, on the next page too', async () => {
    const page = await browser.person();
    await page.goto(`${service.address}/docs`);
    expect(await page.getByRole('main').innerText()).not.to.contain("from '@kontor/sdk'");

    await page.getByText('TypeScript', { exact: true }).first().click();
    expect(await page.getByRole('main').innerText()).to.contain("from '@kontor/sdk'");

    await page.reload();
    expect(await page.getByRole('main').innerText()).to.contain(`connect('${service.address}', 'demo')`);
  });

  it('is found without fault by axe, and its colours in the dark, too', async () => {
    const page = await browser.person({ bypassCSP: true });
    const faults: string[] = [];
    for (const path of ['/docs', '/docs/guides/products', '/docs/api', '/docs/api/units']) {
      await page.goto(`${service.address}${path}`);
      await page.evaluate(AXE);
      for (const [colorScheme, rules] of [
        ['light', "{ resultTypes: ['violations'] }"],
        ['dark', "{ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] }"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate<string[]>(
          `axe.run(${rules}).then(({ violations }) => violations.map(({ id }) => id))`,
        );
        faults.push(...found.map((id) => `${path} in the ${colorScheme}: ${id}`));
      }
    }

    expect(faults).to.deep.equal([]);
  });

  it('sends pages packed, and not again to whoever has them', async () => {
    const first = await fetch(`${service.address}/docs/guides/products`, {
      headers: { 'Accept-Encoding': 'br' },
    });
    const again = await fetch(`${service.address}/docs/guides/products`, {
      // Without a word of its own, Node's fetch asks for the whole page once more.
      headers: { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
    });

    expect(first.headers.get('content-encoding')).to.equal('br');
    expect(again.status).to.equal(304);
  });

  it('searches without scripts, too', async () => {
    const page = await browser.person({ javaScriptEnabled: false });
    await page.goto(`${service.address}/docs/api`);

    await page.getByLabel('Search the operations').fill('close year');
    await page.keyboard.press('Enter');

    await page.waitForURL(/q=close/);
    expect(await page.locator('#found').innerText()).to.match(/^[1-9] of \d{3} operations$/);
    expect(await page.getByRole('main').innerText()).to.contain('/accounting-years/{year}/closing');
  });

  it('is readable on a phone: nothing is wider than the screen', async () => {
    const page = await browser.person({ viewport: { width: 360, height: 740 } });
    for (const path of [
      '/docs',
      '/docs/guides/products',
      '/docs/reference/filters',
      '/docs/api',
      '/docs/api/vouchers',
    ]) {
      await page.goto(`${service.address}${path}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect(wide, path).to.be.at.most(0);
    }
  });

  it('prints samples and tables whole', async () => {
    const page = await browser.person({ viewport: { width: 718, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    for (const path of ['/docs', '/docs/guides/statements', '/docs/guides/products']) {
      await page.goto(`${service.address}${path}`);
      const cut = await page
        .locator('main pre, main .wide')
        .evaluateAll(
          (all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
              .length,
        );
      expect(cut, path).to.equal(0);
    }
    // On paper that lies across, nothing of its width is kept for lists that are not printed.
    await page.setViewportSize({ width: 1046, height: 700 });
    expect((await page.getByRole('main').boundingBox())?.width).to.equal(1046);
    await page.context().close();
  });

  it('shows which sample is chosen where the system chooses the colours', async () => {
    const page = await browser.person();
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${service.address}/docs`);

    const [chosen, other] = await page
      .locator('.tabs label')
      .evaluateAll((all) =>
        all.map((one) => one.ownerDocument.defaultView?.getComputedStyle(one).borderBottomColor),
      );
    expect(chosen).not.to.equal(other);
  });

  it('shows in a long sidebar the page that one is on, and addresses below each other', async () => {
    const page = await browser.person({ viewport: { width: 1280, height: 600 } });
    await page.goto(`${service.address}/docs/changelog`);
    const current = await page.locator('.pages [aria-current]').boundingBox();

    expect(current?.y).to.be.within(0, 600);
    expect(await page.evaluate('scrollY')).to.equal(0);

    await page.goto(`${service.address}/docs/api/vouchers`);
    const lefts = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.contents code')].map((one) => Math.round(one.getBoundingClientRect().left))`,
    );
    expect(lefts).to.have.length.greaterThan(10);
    expect(new Set(lefts).size).to.equal(1);
  });

  it('says of what is not there that it is not, and takes no forms', async () => {
    const missing = await fetch(`${service.address}/docs/nothing`);
    const posted = await fetch(`${service.address}/docs`, { method: 'POST', body: 'q=1' });

    expect(missing.status).to.equal(404);
    expect(posted.status).to.equal(405);
    expect(posted.headers.get('allow')).to.equal('GET, HEAD');
  });

  it('asks nobody else for anything and runs nothing that its policy forbids', async () => {
    const page = await browser.person();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const answer = await page.goto(`${service.address}/docs/api/customers`);

    expect(answer?.headers()['content-security-policy']).to.match(/^default-src 'none'; style-src 'self'; /);
    expect([...new Set(asked)]).to.deep.equal([service.address]);
    expect(browser.complaints).to.deep.equal([]);
  });
});
