import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { findingsOn, pictured, realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';

const PASSWORD = 'correct horse battery';

describe('webhooks in a browser', function () {
  const browser = realBrowser();
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let receiver: Server;
  let url: string;
  let page: Page;
  let tokens: Readonly<Record<string, string>>;

  before(async () => {
    folder = await temporaryFolder();
    service = await startProcess(`sqlite:${folder.path}/kontor.db`, { WEBHOOK_PRIVATE_NETWORKS: 'on' });
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        const isSample = body.includes('webhook.test');
        response
          .writeHead(isSample ? 200 : 503)
          .end(isSample ? 'thank you' : 'no <b>room</b>: come back later');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/${'oneLongWord'.repeat(60)}`;
    page = await browser.person();
    await signUp();
  });
  after(async () => {
    receiver?.close();
    await service?.stop();
    await folder?.remove();
  });

  async function signUp(): Promise<void> {
    await page.goto(`${service.address}/portal/sign-up`);
    await page.getByLabel('Name of the business').fill('Weiß & Söhne');
    await page.getByLabel('Your name').fill('Anna Weiß');
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('The same password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up the books' }).click();
    await page.getByRole('button', { name: 'Make my tokens' }).click();
    await page.getByRole('heading', { name: 'In a terminal' }).waitFor();
    const [, , secret = '', token = ''] = await page.locator('code').allTextContents();
    tokens = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': token };
  }

  async function unit(name: string): Promise<void> {
    const headers = { ...tokens, 'Content-Type': 'application/json' };
    const made = await fetch(`${service.address}/units`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    expect(made.status).to.equal(201);
  }

  /** Loads the page again until it says so. */
  async function until(words: string): Promise<void> {
    await expectSoon(async () => {
      await page.reload();
      return (await page.locator('main').textContent())?.includes(words) === true;
    });
  }

  it('are made by a person, who copies the secret once and sees what was delivered', async () => {
    await page.getByRole('link', { name: 'My company' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('Types of events').fill('unit.*');
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByText('The webhook is made.').waitFor();
    expect(await page.locator('code').first().textContent()).to.match(/^whsec_/);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).to.equal(2);
    await picture('made');

    await unit('box');
    await until('waits, ');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test is on its way.').waitFor();
    await until('delivered, ');
    await picture('webhook');
    await page.getByRole('link', { name: 'unit.created' }).click();
    await page.getByText('Answered 503').waitFor();
    expect(await page.locator('pre').textContent()).to.equal('no <b>room</b>: come back later');
    await picture('delivery');
    await page.getByRole('link', { name: url }).click();
  });

  it('fit a small phone in every language, with one heading and a name for every field', async () => {
    const own = new URL(page.url()).pathname;
    await page.setViewportSize({ width: 320, height: 640 });
    const paths = [
      '/portal/webhooks',
      '/portal/webhooks/new',
      own,
      `${own}/secret`,
      `${own}/remove`,
      `${own}/deliveries/1`,
    ];
    for (const path of paths)
      for (const locale of ['en-GB', 'de-DE', 'es-ES', 'it-IT']) {
        await page.goto(`${service.address}${path}?locale=${locale}`);
        const facts = await page.evaluate(`({
          wide: document.documentElement.scrollWidth - innerWidth,
          headings: document.querySelectorAll('h1').length,
          unnamed: [...document.querySelectorAll('input:not([type=hidden]), select')].filter((one) => one.labels.length === 0).length,
          lang: document.documentElement.lang,
        })`);
        expect(facts, `${path} ${locale}`).to.deep.equal({ wide: 0, headings: 1, unnamed: 0, lang: locale });
      }
    await picture('phone');
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.goto(`${service.address}${own}?locale=en-GB`);
  });

  it('stand without a finding of axe in both colour schemes, with deliveries and all', async () => {
    const own = new URL(page.url()).pathname;
    const storageState = await page.context().storageState();
    const looking = await browser.person({ bypassCSP: true, storageState });
    const findings: string[] = [];
    for (const path of ['/portal/webhooks', own, `${own}/secret`, `${own}/remove`, `${own}/deliveries/1`]) {
      await looking.goto(`${service.address}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await looking.emulateMedia({ colorScheme });
        findings.push(...(await findingsOn(looking, `${path} ${colorScheme}`)));
        await pictured(looking, `webhook-${path.replace(/[^a-z]+/g, '-')}-${colorScheme}`);
      }
    }
    await looking.context().close();

    expect(findings).to.deep.equal([]);
  });

  it('get another secret, are told that a number is wrong, and are removed', async () => {
    await page.getByLabel('From event number').fill('soon');
    await page.getByRole('button', { name: 'Deliver from there on' }).click();
    await page.getByRole('alert').getByRole('link').click();
    expect(page.url()).to.match(/#since$/);
    await picture('refused');
    await page.goto(page.url().replace(/\/replay.*/, ''));

    await page.getByRole('link', { name: 'Another secret' }).click();
    await page.getByLabel('The former secret goes on signing').selectOption('for a week');
    await picture('secret');
    await page.getByRole('button', { name: 'Make another secret' }).click();
    await page.getByText('The webhook has another secret.').waitFor();
    await page.getByText('The former secret signs until').waitFor();

    await page.getByRole('link', { name: 'All webhooks' }).click();
    await page.getByRole('link', { name: url }).waitFor();
    await picture('list');
    await page.getByRole('link', { name: 'New webhook' }).click();
    await picture('new');
    await page.goBack();
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('link', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove the webhook' }).click();
    await page.getByText('The webhook is removed.').waitFor();
    expect(await page.getByText('Nobody is told yet.').isVisible()).to.equal(true);
  });

  it('met nothing that a page’s own policy forbids', () => {
    expect(browser.complaints).to.deep.equal([]);
  });

  async function picture(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await pictured(page, `${name}-${colorScheme}`);
    }
  }
});

async function expectSoon(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not become so in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
