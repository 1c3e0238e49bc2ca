import { expect } from 'chai';
import { authenticatorCode } from '@kontor/conformance';
import type { Page } from 'playwright-core';
import { findingsOn, pictured, realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { LOOKS } from './support/screens.js';

const PASSWORD = 'correct horse battery';

/** What no address leads to: a form that was refused, something shown once, a question before it is done. */
describe('every state that a form leads to', function () {
  this.timeout(300_000);
  const browser = realBrowser();
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let page: Page;
  const findings: string[] = [];
  let looks: readonly (typeof LOOKS)[number][] = LOOKS;

  before(async () => {
    folder = await temporaryFolder();
    service = await startProcess(`sqlite:${folder.path}/kontor.db`);
    page = await browser.person({ bypassCSP: true });
  });
  after(async () => {
    await service?.stop();
    await folder?.remove();
  });
  afterEach(() => {
    expect(findings.splice(0)).to.deep.equal([]);
  });

  it('signing up: what is wrong is told beside each field', async () => {
    await open('/portal/sign-up');
    await page.getByLabel('Name of the business').fill('Weiß & Söhne');
    await page.getByLabel('Your name').fill('Anna Weiß');
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await passwords('password2026', 'password2027');
    await page.getByRole('button', { name: 'Set up the books' }).click();
    await page.getByRole('alert').waitFor();
    await looked('sign-up-refused');

    await passwords(PASSWORD, PASSWORD);
    await page.getByRole('button', { name: 'Set up the books' }).click();
    await page.getByRole('heading', { name: 'Your first call' }).waitFor();
    await looked('first-call-asks');
  });

  it('tokens of one’s own, shown for ten minutes', async () => {
    await page.getByRole('button', { name: 'Make my tokens' }).click();
    await page.getByRole('heading', { name: 'In a terminal' }).waitFor();
    await looked('tokens-shown');
  });

  it('an app: refused, and made with its secret shown', async () => {
    await open('/portal/apps/new');
    await page.getByLabel('Name of the app').fill('Invoice Courier');
    await page.getByLabel('Root address').fill('http://courier.example/..');
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByRole('alert').waitFor();
    await looked('app-refused');

    await page.getByLabel('Root address').fill('https://courier.example/start');
    await page.getByLabel('Bookkeeping').check();
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByText('The app is made.').waitFor();
    await looked('app-secret-shown');
  });

  it('an address for webhooks that is refused', async () => {
    await open('/portal/webhooks/new');
    await page.locator('main form').getByRole('textbox').first().fill('http://127.0.0.1/x');
    await page.locator('main form button').last().click();
    await page.getByRole('alert').waitFor();
    await looked('webhook-refused');
  });

  it('a password that is not the present one', async () => {
    await open('/portal/account/password');
    await page.getByLabel('The present password').fill('not this one at all');
    await page.getByLabel('The new password', { exact: true }).fill('correct horse stapler');
    await page.getByLabel('The new password again').fill('correct horse stapler');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('alert').waitFor();
    await looked('password-refused');
  });

  it('a second factor: a wrong code, the recovery codes, and being asked for a code', async () => {
    await open('/portal/account/second-factor');
    const key = (await page.locator('code').first().textContent()) ?? '';
    await page.getByLabel('The present password').fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByRole('alert').waitFor();
    await looked('code-refused');

    await page.getByLabel('The present password').fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(key));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('The second factor is on.').first().waitFor();
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await looked('recovery-codes');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await open('/portal/sign-in');
    await signIn('wrong horse battery');
    await page.getByRole('alert').waitFor();
    await looked('sign-in-refused');
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Your code' }).waitFor();
    await looked('code-asked');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.locator('main form button').first().click();
    await page.getByRole('alert').waitFor();
    await looked('code-asked-again');
    await page.getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(key, 1));
    await page.locator('main form button').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('a form that had expired, with what was entered', async () => {
    await open('/portal/apps/new');
    await page.getByLabel('Name of the app').fill('Ledger Lamp');
    await page.getByLabel('Root address').fill('https://lamp.example');
    await page.getByLabel('Bookkeeping').check();
    await page.evaluate(
      'document.querySelectorAll("input[name=csrf]").forEach((one) => { one.value = "of yesterday"; })',
    );
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByText('had expired').waitFor();
    expect(await page.getByLabel('Name of the app').inputValue()).to.equal('Ledger Lamp');
    await looked('form-expired');
  });

  it('a mail that is on its way', async () => {
    await open('/portal/forgotten');
    await page.locator('main form').getByRole('textbox').first().fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a mail is on its way').waitFor();
    await looked('mail-sent');
  });

  it('met nothing that a page’s own policy forbids', () => {
    expect(browser.complaints).to.deep.equal([]);
  });

  async function open(path: string): Promise<void> {
    await page.goto(`${service.address}${path}?locale=en-GB`);
    await page.locator('h1').waitFor();
  }

  async function passwords(one: string, again: string): Promise<void> {
    await page.getByLabel('Password', { exact: true }).fill(one);
    await page.getByLabel('The same password again').fill(again);
  }

  async function signIn(password: string): Promise<void> {
    await page.getByLabel('E-mail address or user name').fill('anna@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** At both widths and in both colour schemes, from that in which the state before was left. */
  async function looked(state: string): Promise<void> {
    looks = looks.toReversed();
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      findings.push(...(await findingsOn(page, `${state} ${width} ${colorScheme}`)));
      await pictured(page, `${state}-${width}-${colorScheme}`);
    }
  }
});
