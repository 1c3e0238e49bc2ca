import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { createConnection } from 'mysql2/promise';
import type { Page } from 'playwright-core';
import { faultProxy, onEachDatabase, type FaultProxy } from '@kontor/conformance';
import { findingsOn, pictured, realBrowser } from './browser.js';
import { startProcess, type RunningService } from './built-service.js';

/** What nobody outside is told: tables, statements, programs and places of the inside. */
const INTERNAL = /sql|table|no such|column|select|_moved|node_modules|\bat \S+:\d+|127\.0\.0\.1:\d+|econn/i;
const PROGRAM = { headers: { Accept: 'application/json' } };

/** What browsers are shown when the service itself has failed, or cannot reach its data. */
describe('people, when something is broken', function () {
  this.timeout(120_000);
  const browser = realBrowser();

  onEachDatabase((database) => {
    let service: RunningService;
    let line: FaultProxy | undefined;
    let url: string;
    let drop: () => Promise<void>;
    let page: Page;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      url = fresh.url;
      // Nothing stands between the service and a file that could be cut.
      line = url.startsWith('sqlite:') ? undefined : await faultProxy(url);
      service = await startProcess(line?.url ?? url, { LOG_LEVEL: 'info' });
      page = await browser.person({ bypassCSP: true });
    });
    after(async () => {
      await service?.stop();
      await line?.close();
      await drop?.();
    });

    /** Behind the service's back. */
    async function tampered(sql: string): Promise<void> {
      if (url.startsWith('sqlite:')) {
        const file = new DatabaseSync(url.slice('sqlite:'.length));
        file.exec(sql);
        file.close();
        return;
      }
      const connection = await createConnection(url);
      await connection.query(sql);
      await connection.end();
    }

    /** Opens a place and sees to its being a page that says what is so, and no more. */
    async function told(path: string, status: number, title: string): Promise<void> {
      const answer = await page.goto(`${service.address}${path}`);
      expect(answer?.status(), path).to.equal(status);
      if (status === 503) expect(Number(answer?.headers()['retry-after'])).to.be.greaterThan(0);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(await page.content(), path).not.to.match(INTERNAL);
      expect(JSON.stringify(await answer?.allHeaders()), path).not.to.match(/sql|_moved/i);
      expect(await findingsOn(page, `${path} ${status}`)).to.deep.equal([]);
      await pictured(page, `trouble-${status}${path.split('?')[0]?.replaceAll('/', '-')}`);
    }

    it('are told of a defect in a page, with the name under which it was noted and nothing else', async () => {
      await tampered('ALTER TABLE product RENAME COLUMN name TO name_moved');
      try {
        await told('/products?demo=true&filter=name$like:*a*', 500, 'Something went wrong');
        const program = await fetch(`${service.address}/products?demo=true&filter=name$like:*b*`, PROGRAM);
        const said = await program.text();
        expect(program.status).to.equal(500);
        expect(program.headers.get('content-type')).to.contain('application/json');
        expect(said).not.to.match(INTERNAL);
        expect(await page.locator('main').innerText()).to.match(/[\da-f]{8}-[\da-f-]{27}/);
        await page.getByRole('link', { name: 'Look around' }).waitFor();
      } finally {
        await tampered('ALTER TABLE product RENAME COLUMN name_moved TO name');
      }
    });

    it('are told of a defect of a page of the portal', async () => {
      await tampered('ALTER TABLE app_user RENAME COLUMN email TO email_moved');
      try {
        await page.goto(`${service.address}/portal/sign-in`);
        await page.getByLabel('E-mail address').fill('anna@example.com');
        await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
        const answered = page.waitForResponse((one) => one.request().method() === 'POST');
        await page.getByRole('button', { name: 'Sign in' }).click();
        expect((await answered).status()).to.equal(500);
        await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
        expect(await page.content()).not.to.match(INTERNAL);
      } finally {
        await tampered('ALTER TABLE app_user RENAME COLUMN email_moved TO email');
      }
    });

    it('are told to come back while the database is gone', async function () {
      if (line === undefined) {
        console.log('      not looked at: nothing stands between the service and a file');
        return this.skip();
      }
      line.cut();
      try {
        await told('/products?demo=true&filter=name$like:*c*', 503, 'Just a moment');
        const program = await fetch(`${service.address}/products?demo=true&filter=name$like:*d*`, PROGRAM);
        expect(program.status).to.equal(503);
        expect(program.headers.get('content-type')).to.contain('application/json');
        expect(Number(program.headers.get('retry-after'))).to.be.greaterThan(0);
        // What needs no database is there.
        expect((await page.goto(`${service.address}/`))?.status()).to.equal(200);
      } finally {
        line.heal();
      }
    });
  });
});
