import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { codeBlocksIn } from '@kontor/conformance';
import { realBrowser } from './browser.js';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { packedSdk } from './support/packed-sdk.js';

const GUIDE = join(import.meta.dirname, '../../../docs/guides/browsers.md');
/** The addresses that the guide writes. */
const WRITTEN = { service: 'http://localhost:3000', server: '8080', page: 'http://localhost:5173' };

type Tokens = { readonly appSecretToken: string; readonly agreementGrantToken: string };

/** docs/guides/browsers.md as it is written: its server, its setting and its page, in a browser. */
describe('somebody who follows the guide to calls from a browser', function () {
  this.timeout(120_000);
  const browser = realBrowser();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let project: string;
  let files: Server;
  let service: RunningService;
  let tokens: Tokens;
  /** The sample in a language, with our addresses and tokens. */
  let sample: (language: string) => string;
  /** The same page under a name that the service knows, and under one that it does not. */
  let [named, stranger] = ['', ''];

  before(async () => {
    folder = await temporaryFolder();
    ({ folder: project } = await packedSdk());
    files = await serving(project);
    const port = portOf(files);
    [named, stranger] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
    const blocks = codeBlocksIn(await readFile(GUIDE, 'utf8'));
    const written = (language: string) => blocks.find((block) => block.language === language)?.text ?? '';
    const [, origins = ''] = /CORS_ORIGINS=(\S+) npm start/.exec(written('console')) ?? [];
    expect(origins).to.contain(WRITTEN.page);
    service = await startProcess(`sqlite:${folder.path}/kontor.db`, {
      CORS_ORIGINS: origins.replace(WRITTEN.page, named),
    });
    tokens = JSON.parse(await service.kontor('sandbox')) as Tokens;
    sample = (language) =>
      written(language)
        .replaceAll(WRITTEN.service, service.address)
        .replace('your app secret token', tokens.appSecretToken)
        .replace('your agreement grant token', tokens.agreementGrantToken);
  });
  after(async () => {
    files?.closeAllConnections();
    files?.close();
    // Without a browser nothing was started.
    if (service !== undefined) expect(await service.stop()).to.equal(0);
    await folder?.remove();
  });

  it('sees products in the page of a server that keeps the tokens to itself', async () => {
    const free = await serving(project);
    const port = portOf(free);
    free.close();
    await writeFile(join(project, 'server.mjs'), sample('js').replaceAll(WRITTEN.server, String(port)));
    const server = spawn(process.execPath, ['server.mjs'], {
      cwd: project,
      env: { PATH: process.env['PATH'] },
    });
    try {
      const address = await saidFirst(server);
      const page = await browser.person();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(address);

      expect(await listIn(page)).to.deep.equal(['Desk lamp, black: 75', 'Desk lamp, brass: 79']);
      expect(asked.filter((url) => !url.startsWith(address))).to.deep.equal([]);
      const got = await Promise.all(asked.map(async (url) => (await fetch(url)).text()));
      for (const token of Object.values(tokens)) expect(got.join()).not.to.contain(token);
      expect((await fetch(`${address}/units`)).status).to.equal(404);
    } finally {
      server.kill();
    }
  });

  it('reads and writes by the SDK in a page of an origin that the service names', async () => {
    await writeFile(join(project, 'units.html'), sample('html'));
    const page = await browser.person();
    await page.goto(`${named}/units.html`);

    expect(await listIn(page)).to.deep.equal(['browser']);
    expect(browser.complaints).to.deep.equal([]);
  });

  it('gets nothing in a page of another origin', async () => {
    await writeFile(join(project, 'units.html'), sample('html'));
    const page = await browser.person();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const failed = page.waitForEvent('pageerror');
    await page.goto(`${stranger}/units.html`);

    expect((await failed).name).to.equal('ConnectionError');
    expect(said.join()).to.contain('blocked by CORS policy');
    expect(await page.locator('li').count()).to.equal(0);
  });
});

/** A server of the files of a folder, as any that people have on their machine. */
async function serving(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://here').pathname);
    const type = path.endsWith('.html') ? 'text/html' : 'text/javascript';
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0), 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** The first line that a program prints. */
async function saidFirst({ stdout, stderr }: ChildProcess): Promise<string> {
  let complaint = '';
  stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
  const [first] = (await Promise.race([once(stdout!, 'data'), once(stdout!, 'close')])) as [Buffer?];
  if (first === undefined) throw new Error(`the program ended: ${complaint}`);
  return first.toString().trim();
}

async function listIn(page: Page): Promise<readonly string[]> {
  await page.locator('li').last().waitFor();
  return page.locator('li').allTextContents();
}
