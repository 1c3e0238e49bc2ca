import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's packages. The shell draws the same pages without the windows around them, in half the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** The browser that is driven; another one by CHROMIUM_PATH. */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : WHOLE);

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages of a person, where each page that is opened would start one: a sixth of the
  // time, and a fourth of the whole browser's. That pages ask to be kept apart is tested over HTTP.
  '--disable-site-isolation-trials',
  // The last list counts: it stands in place of playwright-core's own.
  '--disable-features=CrossOriginOpenerPolicy,ProactivelySwapBrowsingInstance',
];

/** Starts the browser. Rejects where there is none. */
export const startedChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
