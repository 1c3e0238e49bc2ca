import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { startLocalApp, type LocalApp } from './local-app.js';

const PASSWORD = 'correct horse battery';

describe('people and their browsers', function () {
  const browser = realBrowser();
  let service: RunningService;
  let app: LocalApp;
  let elsewhere: LocalApp;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  /** The app of a developer, made in the portal. */
  let made: { readonly secret: string; readonly grantLink: string };
  let people = 0;

  before(async () => {
    folder = await temporaryFolder();
    [service, app, elsewhere] = await Promise.all([
      startProcess(`sqlite:${folder.path}/kontor.db`),
      startLocalApp(),
      startLocalApp(),
    ]);
    const page = await browser.person();
    await signUp(page);
    await page.getByRole('link', { name: 'My apps' }).click();
    await page.getByRole('link', { name: 'New app' }).click();
    await page.getByLabel('Name of the app').fill('Invoice Courier');
    await page.getByLabel('Root address').fill(app.url);
    await page.getByLabel('Bookkeeping').check();
    await page.getByRole('button', { name: 'Create the app' }).click();
    const [secret = '', , grantLink = ''] = await page.locator('code').allTextContents();
    made = { secret, grantLink };
    await page.context().close();
  });
  after(async () => {
    await Promise.all([service?.stop(), app?.stop(), elsewhere?.stop()]);
    await folder?.remove();
  });

  /** Gives the e-mail address. */
  async function signUp(page: Page, business = 'Weiß & Söhne', name = 'Anna Weiß'): Promise<string> {
    people += 1;
    const email = `person${people}@example.com`;
    await page.goto(`${service.address}/portal`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Name of the business').fill(business);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('The same password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up the books' }).click();
    await page.getByRole('heading', { name: 'Your first call' }).waitFor();
    return email;
  }

  function linkBackTo(path: string): string {
    return `${made.grantLink}&redirectUrl=${encodeURIComponent(`${app.url}${path}`)}`;
  }

  async function ask(secret: string, token: string): Promise<number> {
    const headers = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': token };
    const { status } = await fetch(`${service.address}/accounts?pagesize=1`, { headers });
    return status;
  }

  it('go from sign-up to a first answer of the API', async () => {
    const page = await browser.person();
    await signUp(page);

    await page.getByRole('button', { name: 'Make my tokens' }).click();
    await page.getByRole('heading', { name: 'In a terminal' }).waitFor();

    const [curl = '', , secret = '', token = ''] = await page.locator('code').allTextContents();
    const [, address = ''] = /curl '([^']+)'/.exec(curl) ?? [];
    const answer = await fetch(address, {
      headers: { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': token },
    });
    expect(answer.status).to.equal(200);
    expect(((await answer.json()) as { collection: unknown[] }).collection).to.have.lengthOf(3);
    const copy = page.getByRole('button', { name: 'Copy' });
    expect(await copy.count()).to.equal(4);
    // What the browser does not let be copied can be copied by its keys.
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))');
    await copy.nth(2).click();
    expect(await page.evaluate('getSelection().toString()')).to.equal(secret);
    await page.context().close();
  });

  it('click twice on a button for a new secret, and the one before is taken on', async () => {
    const page = await browser.person();
    await signUp(page);
    await page.getByRole('button', { name: 'Make my tokens' }).click();
    await page.getByRole('heading', { name: 'In a terminal' }).waitFor();
    const [, , secret = '', token = ''] = await page.locator('code').allTextContents();
    await page.goto(`${service.address}/portal/apps`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.getByRole('link', { name: 'New secret token' }).click();

    // The answer takes its time, as far away.
    await page.route('**/secret', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      await new Promise((resolve) => setTimeout(resolve, 500));
      // Nobody waits for that of the first click any more.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await page.evaluate(`{
      const button = document.querySelector('main form button');
      button.click();
      setTimeout(() => button.click(), 150);
    }`);
    await page.getByText('This is shown for ten minutes').waitFor();

    expect(await ask(secret, token)).to.equal(200);
    expect(await ask((await page.locator('code').first().textContent()) ?? '', token)).to.equal(200);
    await page.context().close();
  });

  it('follow an app’s link, sign in, allow it, and come back with a token that works until it is taken back', async () => {
    const first = await browser.person();
    const email = await signUp(first);
    await first.context().close();
    app.linkTo(linkBackTo('/granted?state=42'));
    const page = await browser.person();

    await page.goto(app.url);
    await page.getByRole('link', { name: 'Connect Kontor' }).click();
    await page.getByText('to decide whether Invoice Courier').waitFor();
    await page.getByLabel('E-mail address or user name').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Give Invoice Courier access to your books?' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${app.url}/granted?**`);

    const { query, referer } = app.brought.at(-1) ?? {};
    const token = query?.get('token') ?? '';
    expect(query?.get('state')).to.equal('42');
    expect(referer).to.equal(undefined);
    expect(await ask(made.secret, token)).to.equal(200);

    await page.goto(`${service.address}/portal/agreement`);
    await page.getByRole('link', { name: 'Take back the access of Invoice Courier' }).click();
    await page.getByRole('button', { name: 'Take the access back' }).click();
    await page.getByText('Invoice Courier no longer has access.').waitFor();
    expect(await ask(made.secret, token)).to.equal(401);
    await page.context().close();
  });

  it('come back also where the app sends them on to another host of its own', async () => {
    elsewhere.linkTo('');
    app.sendOnTo(`${elsewhere.url}/arrived`);
    const page = await browser.person();
    await signUp(page);

    await page.goto(linkBackTo('/moved'));
    await page.getByRole('button', { name: 'Allow' }).click();

    await page.waitForURL(`${elsewhere.url}/arrived`);
    expect(app.brought.at(-1)?.query.get('token')).to.be.a('string');
    await page.context().close();
  });

  it('refuse, and come back without a token', async () => {
    const page = await browser.person();
    await signUp(page);

    await page.goto(linkBackTo('/granted'));
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL(`${app.url}/granted?error=access_denied`);

    expect(app.brought.at(-1)?.query.has('token')).to.equal(false);
    await page.context().close();
  });

  it('are not sent to an address that is not the app’s', async () => {
    const page = await browser.person();
    const before = elsewhere.brought.length;

    const answer = await page.goto(
      `${made.grantLink}&redirectUrl=${encodeURIComponent(`${elsewhere.url}/granted`)}`,
    );

    expect(answer?.status()).to.equal(400);
    expect(await page.getByRole('heading', { name: 'This link is not safe' }).isVisible()).to.equal(true);
    expect(await page.locator('input[type=password]').count()).to.equal(0);
    expect(new URL(page.url()).origin).to.equal(service.address);
    expect(elsewhere.brought).to.have.lengthOf(before);
    await page.context().close();
  });

  it('do all of it with the keyboard alone', async () => {
    const first = await browser.person();
    const email = await signUp(first);
    await first.context().close();
    const page = await browser.person();
    await page.goto(linkBackTo('/granted'));

    await page.keyboard.press('Tab');
    expect(await focused(page)).to.equal('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).to.equal('user-name');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Give Invoice Courier' }).waitFor();
    const order: string[] = [];
    while (order.at(-1) !== 'allow' && order.length < 10) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }
    expect(order).to.deep.equal(['Skip to the content', 'Kontor', 'allow']);
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).to.equal('solid');
    await page.keyboard.press('Enter');

    await page.waitForURL(`${app.url}/granted?**`);
    expect(await ask(made.secret, app.brought.at(-1)?.query.get('token') ?? '')).to.equal(200);
    await page.context().close();
  });

  it('do all of it with JavaScript off, on a phone', async () => {
    const page = await browser.person({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      isMobile: true,
    });
    await signUp(page);
    await page.getByRole('button', { name: 'Make my tokens' }).click();
    await page.getByRole('heading', { name: 'Grant token' }).waitFor();
    const [, , secret = '', token = ''] = await page.locator('code').allTextContents();
    expect(await ask(secret, token)).to.equal(200);

    await page.goto(linkBackTo('/granted'));
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${app.url}/granted?**`);
    expect(await ask(made.secret, app.brought.at(-1)?.query.get('token') ?? '')).to.equal(200);

    await page.goto(`${service.address}/portal`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.context().close();
  });

  it('hear of what is wrong, and are led to the field', async () => {
    const page = await browser.person({ locale: 'de-DE' });
    await page.goto(`${service.address}/portal/sign-in`);
    await page.getByLabel('E-Mail-Adresse oder Benutzername').fill('niemand');
    await page.getByLabel('Passwort').fill('falsch');
    await page.getByRole('button', { name: 'Anmelden' }).click();

    const summary = page.getByRole('alert');
    await summary.getByRole('link').click();

    expect(await summary.getByRole('heading').textContent()).to.equal('Bitte prüfen Sie Ihre Eingaben');
    expect(page.url()).to.match(/#user-name$/);
    expect(await page.getByLabel('E-Mail-Adresse oder Benutzername').getAttribute('aria-invalid')).to.equal(
      'true',
    );
    await page.context().close();
  });

  it('see every page as wide as a small phone, with one heading and a name for every field', async () => {
    const page = await browser.person({ viewport: { width: 320, height: 640 } });
    await signUp(page);
    for (const path of [
      '/portal',
      '/portal/sign-in',
      '/portal/sign-up',
      '/portal/agreement',
      '/portal/apps/new',
      '/portal/first-call',
    ]) {
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
    }
    await page.context().close();
  });

  it('see names of one long word within the width of a small phone, also where they decide', async () => {
    const page = await browser.person({ viewport: { width: 320, height: 640 } });
    await signUp(page, 'B'.repeat(200), `<i>${'W'.repeat(200)}</i>`);
    await page.goto(`${service.address}/portal/apps/new`);
    await page.getByLabel('Name of the app').fill('Q'.repeat(50));
    await page.getByLabel('Root address').fill(app.url);
    await page.getByLabel('Sales').check();
    await page.getByRole('button', { name: 'Create the app' }).click();
    const [, , grantLink = ''] = await page.locator('code').allTextContents();
    const own = new URL(page.url()).pathname;

    for (const at of [own, '/portal/apps', '/portal', '/portal/agreement', '/portal/account', grantLink]) {
      await page.goto(new URL(at, service.address).href);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), at).to.equal(0);
    }
    await page.context().close();
  });

  it('delete an app whose name is as long as it may be, of signs that a browser counts twice', async () => {
    const page = await browser.person();
    await signUp(page);
    const name = '🧾'.repeat(50);
    await page.goto(`${service.address}/portal/apps/new`);
    await page.getByLabel('Name of the app').fill(name);
    await page.getByLabel('Root address').fill(app.url);
    await page.getByLabel('Sales').check();
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('link', { name: 'Delete the app' }).click();
    await page.getByLabel('enter the name of the app').fill(name);
    await page.getByRole('button', { name: 'Delete it for good' }).click();

    await page.getByText('You have no app yet.').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/portal/apps');
    await page.context().close();
  });

  it('met nothing that a page’s own policy forbids', () => {
    expect(browser.complaints).to.deep.equal([]);
  });
});

/** The words or the name of what has the focus. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(
    'document.activeElement.value || document.activeElement.name || document.activeElement.textContent',
  );
}
