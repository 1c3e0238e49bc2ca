/**
 * `npm run pictures`: a picture of each screen of a service, of this checkout or of another one that is
 * compiled, to look at both side by side. Nothing is asserted: a page that a version does not have is a
 * picture of what that version says instead.
 *
 *     npm run pictures -- FOLDER [--of CHECKOUT] [--locales en-GB,de-DE]
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startedChromium } from './chromium.js';
import { LOCALES, LOOKS, SCREENS } from './screens.js';

const HERE = join(import.meta.dirname, '../../../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: 'string', default: HERE },
    locales: { type: 'string', default: LOCALES.join(',') },
  },
});
const [FOLDER = 'pictures'] = positionals;
const CHECKOUT = resolve(values.of);
const DRAWN_MS = 700;

type Sandbox = Readonly<
  Record<'userName' | 'password' | 'appPublicToken' | 'appSecretToken' | 'agreementGrantToken', string>
>;

async function started(environment: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [join(CHECKOUT, 'apps/api/dist/main.js')], {
    cwd: CHECKOUT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, address } = JSON.parse(line) as { readonly msg?: string; readonly address?: string };
    if (msg === 'listening' && address !== undefined) {
      child.stdout.resume();
      return { child, address };
    }
  }
  throw new Error('the service did not start');
}

/** By what every version has: two fields, and Enter. */
async function signedIn(page: Page, address: string, { userName, password }: Sandbox): Promise<void> {
  await page.goto(`${address}/portal/sign-in`);
  await page.locator('main input:not([type=hidden]):not([type=password])').first().fill(userName);
  await page.locator('main input[type=password]').first().fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

/** What the page that shows tokens leaves to the explorer. */
async function withTokens(page: Page, { appSecretToken, agreementGrantToken }: Sandbox): Promise<void> {
  const tokens = JSON.stringify({ appSecretToken, agreementGrantToken });
  await page.evaluate(`sessionStorage.setItem('kontor-explorer-tokens', ${JSON.stringify(tokens)})`);
}

async function takenAt(page: Page, address: string, path: string, locale: string): Promise<void> {
  const { pathname, search, hash } = new URL(path, address);
  await page.goto('about:blank');
  const asked = `${pathname}${search}${search === '' ? '?' : '&'}locale=${locale}${hash}`;
  await page.goto(`${address}${asked}`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(DRAWN_MS);
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pictures-'));
  const database = { DATABASE_URL: `sqlite:${join(folder, 'kontor.db')}` };
  const { child, address } = await started({ ...process.env, ...database, PORT: '0', LOG_LEVEL: 'info' });
  const browser = await startedChromium();
  try {
    const sandbox = JSON.parse(
      execFileSync(process.execPath, [join(CHECKOUT, 'apps/kontor/dist/main.js'), 'sandbox'], {
        env: { ...process.env, ...database },
        encoding: 'utf8',
      }),
    ) as Sandbox;
    const page = await (await browser.newContext()).newPage();
    await signedIn(page, address, sandbox);
    await withTokens(page, sandbox);
    await page.goto(`${address}/portal/apps`);
    const app = page.locator('main a[href*="/portal/apps/"]:not([href*="/new"])').first();
    const own = (await app.count()) === 0 ? '/portal/apps' : await app.getAttribute('href');
    const screens = SCREENS(
      own?.split('?')[0] ?? '',
      `/requestaccess?appId=${sandbox.appPublicToken}&redirectUrl=${encodeURIComponent('http://localhost/back')}`,
    );
    for (const [name, path] of Object.entries(screens)) {
      for (const locale of values.locales.split(',')) {
        await takenAt(page, address, path, locale);
        for (const [width, colorScheme] of LOOKS) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          const file = join(FOLDER, `${name}-${locale.slice(0, 2)}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true });
        }
      }
    }
    console.log(`${Object.keys(screens).length} screens of ${CHECKOUT} are in ${resolve(FOLDER)}`);
  } finally {
    await browser.close();
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
