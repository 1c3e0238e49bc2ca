import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CHROMIUM, startedChromium } from './support/chromium.js';
import { withPlainStacks } from './support/plain-stacks.js';

/** A real browser, started once for the tests of a `describe`. */
export type RealBrowser = {
  /** A page of a person who was never here before. */
  person(options?: BrowserContextOptions): Promise<Page>;
  /** What pages complained of: scripts, styles and forms that their own policy forbids. */
  readonly complaints: readonly string[];
};

/**
 * Starts the browser before the tests; without one they are skipped and one
 * line says so, and under CI they fail.
 */
export function realBrowser(): RealBrowser {
  let browser: Browser | undefined;
  const complaints: string[] = [];
  withPlainStacks();
  before(async function () {
    if (existsSync(CHROMIUM)) {
      browser = await startedChromium();
      return;
    }
    const message = `NOT RUN IN A BROWSER: there is no ${CHROMIUM}; install Debian's chromium or set CHROMIUM_PATH`;
    if (process.env['CI'] === 'true') throw new Error(message);
    console.warn(message);
    this.skip();
  });
  after(() => browser?.close());
  return {
    complaints,
    person: async (options = {}) => {
      if (browser === undefined)
        throw new Error('the browser is started by a hook that runs before the tests');
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      const page = await context.newPage();
      // For what hangs, as mocha's: setting up books took 7 s beside other programs, and 10 s ended a test.
      page.setDefaultTimeout(60_000);
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return page;
    },
  };
}

/** Where pictures of the screens are kept, as CI does: not in git. Without it none is made. */
const PICTURES = process.env['SCREENSHOTS'];

/** Keeps a picture of the whole page, and its tree for screen readers, where pictures are asked for. */
export async function pictured(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  await writeFile(join(PICTURES, `${name}.tree.txt`), await treeOf(page));
}

/** What a screen reader is given of a page: roles and names, as indented lines. */
const treeOf = (page: Page): Promise<string> => page.locator('body').ariaSnapshot();

/** Whatever one can do something with, and whatever one can jump to, has a name to be told by. */
const NAMELESS =
  /^ *- (?:button|link|textbox|searchbox|combobox|checkbox|radio|spinbutton|table|dialog|form|img)(?: \[[^\]]*\])*(?::.*)?$/gm;

/**
 * What a person who only hears a screen would miss: its title, its main part, names of what is there, and
 * headings that lead from one to the next.
 */
function unheardIn(tree: string): string[] {
  // A name with a colon makes the whole line quoted.
  const titles = tree.match(/^ *- '?heading .*\[level=1\]/gm)?.length ?? 0;
  return [
    ...(titles === 1 ? [] : [`${titles} titles of the first level`]),
    ...leapsIn([...tree.matchAll(/^ *- '?heading .*\[level=(\d)\]/gm)].map(([, level]) => Number(level))),
    ...(/^ *- main/m.test(tree) ? [] : ['no main part']),
    ...(tree.match(NAMELESS) ?? []).map((line) => `without a name:${line}`),
  ];
}

/** Headings that are two levels or more below the one before. */
const leapsIn = (levels: readonly number[]): string[] =>
  levels.flatMap((level, at) => {
    const before = levels[at - 1] ?? 0;
    return level > before + 1 ? [`a heading of level ${level} behind one of level ${before}`] : [];
  });

/** Reading it takes a page 14 ms, compiling it 50: each page that is looked at does it once. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What WCAG 2.2 asks for at level AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is wrong with a screen, as axe names it and where. */
type Finding = { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] };

/**
 * Answers `undefined` where the page has no axe yet. Nobody reads what is as it should be: telling only what
 * is not takes a sixth less.
 */
const LOOKED = `'axe' in window
  ? axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] }).then(({ violations }) => ({
      found: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) })),
      wide: document.documentElement.scrollWidth - innerWidth,
    }))
  : undefined`;

type Looked = { readonly found: readonly Finding[]; readonly wide: number };

/**
 * What axe finds on what a page shows now, what its tree for screen readers lacks, and whether it is wider
 * than its window. The page was made with `bypassCSP`: its own policy takes no script of others.
 */
export async function findingsOn(page: Page, screen: string): Promise<string[]> {
  let looked = await page.evaluate<Looked | undefined>(LOOKED);
  if (looked === undefined) {
    await page.evaluate(AXE);
    looked = await page.evaluate<Looked>(LOOKED);
  }
  const { found, wide } = looked;
  const faults = [
    ...found.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...unheardIn(await treeOf(page)),
  ].map((fault) => `${screen}: ${fault}`);
  return wide === 0 ? faults : [...faults, `${screen}: ${wide} px too wide`];
}
