import { request } from 'node:http';
import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';

type Sent = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

const [database] = await databases();

/** The words of the explorer, which runs in browsers: no program of the service is made of them. */
const NAMES = new URL('../../../../libs/adapters/portal/explorer/names.js', import.meta.url).href;
/** What home names that is a single thing, a file, or only written to: last words of paths, which stay so. */
const NO_LISTS: ReadonlySet<string> = new Set([
  ...['self', 'closing', 'reversal', 'attachment', 'position', 'pdf', 'sie', 'hledger', 'csv', 'jsonl'],
  ...['secrets', 'replays', 'test', 'redeliveries', 'finance-vouchers'],
  ...['supplier-invoices', 'supplier-payments', 'customer-invoices', 'customer-payments'],
]);

/** It reads no database, so one is enough. */
describe('the explorer', function () {
  if (database === undefined) throw new Error('there is a database to test on');
  const running = runningService(database);

  function ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Sent> {
    const { port } = running.service;
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const body = Buffer.concat(pieces).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
        });
      });
      asked.once('error', reject);
      asked.end();
    });
  }

  const assetsOf = ({ body }: Sent): string[] =>
    [...body.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, path = '']) => path);

  it('is one page with nothing inline, that may ask this service and nobody else', async () => {
    const page = await ask('/explorer');

    expect(page.status).to.equal(200);
    expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(page.headers['content-security-policy'])
      .to.match(/^default-src 'none'; /)
      .and.contain("connect-src 'self'")
      .and.contain("form-action 'none'")
      .and.contain("require-trusted-types-for 'script'")
      .and.not.contain('unsafe');
    expect(page.body).not.to.match(/ style=| on[a-z]+=|<script>|<style|undefined/);
    expect(page.body).not.to.match(/(?:src|href)="https?:/);
  });

  it('is in the language that the browser likes, or that was chosen before on any page', async () => {
    const german = await ask('/explorer', 'GET', { 'Accept-Language': 'de-AT,en;q=0.5' });
    const chosen = await ask('/portal?locale=es-ES');
    const [cookie = ''] = [chosen.headers['set-cookie'] ?? []]
      .flat()
      .flatMap((one) => /kontor-language=[^;]+/.exec(one) ?? []);
    const spanish = await ask('/explorer', 'GET', { 'Accept-Language': 'de', Cookie: cookie });
    const linked = await ask('/requestaccess?appId=x&locale=it-IT');

    expect(german.body).to.contain('<html lang="de-DE">').and.contain('Demo-Unternehmen');
    expect(spanish.body).to.contain('<html lang="es-ES">');
    expect(String(spanish.headers['vary'])).to.contain('Cookie').and.contain('Accept-Language');
    expect((await ask('/portal', 'GET', { Cookie: cookie })).body).to.contain('<html lang="es-ES">');
    // An app's link speaks for itself only.
    expect(linked.body).to.contain('<html lang="it-IT">');
    expect(String(linked.headers['set-cookie'])).not.to.contain('kontor-language');
  });

  it('is a page of links where there is no JavaScript', async () => {
    const { body } = await ask('/explorer');
    const [, without = ''] = /<noscript>(.*)<\/noscript>/s.exec(body) ?? [];
    const links = [...without.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);

    expect(links).to.have.length.greaterThan(6);
    for (const link of links) expect((await ask(link)).status, link).to.equal(200);
  });

  it('is asked for again each time, and not sent again when it is the same', async () => {
    const { headers } = await ask('/explorer');

    expect(headers['cache-control']).to.equal('no-cache');
    const again = await ask('/explorer', 'GET', { 'If-None-Match': String(headers['etag']) });
    expect([again.status, again.body]).to.deep.equal([304, '']);
    const other = await ask('/explorer', 'GET', { 'If-None-Match': '"other"' });
    expect(other.status).to.equal(200);
  });

  it('loads modules and styles that may be kept for ever, each import of which is there', async () => {
    const assets = assetsOf(await ask('/explorer'));
    const seen = new Set(assets);
    const named = seen.size;
    for (const path of seen) {
      const { status, headers, body } = await ask(path);
      expect(status, path).to.equal(200);
      expect(headers['cache-control'], path).to.equal('public, max-age=31536000, immutable');
      expect(headers['x-content-type-options'], path).to.equal('nosniff');
      if (!path.endsWith('.js')) continue;
      expect(headers['content-type'], path).to.equal('text/javascript; charset=utf-8');
      for (const [, name = ''] of body.matchAll(/^(?:import|\} from) .*'(\.[^']+)';$/gm))
        seen.add(new URL(name, `http://x${path}`).pathname);
    }
    expect(seen.size, 'modules that the page does not name').to.equal(named);
    expect(named).to.be.greaterThan(15);
  });

  it('is sent packed to those who take it so', async () => {
    const [path = ''] = assetsOf(await ask('/explorer')).filter((one) => one.endsWith('main.js'));
    const plain = await ask(path);

    for (const encoding of ['br', 'gzip']) {
      const packed = await ask(path, 'GET', { 'Accept-Encoding': encoding });
      expect(packed.headers['content-encoding']).to.equal(encoding);
      expect(packed.headers['vary']).to.contain('Accept-Encoding');
      expect(Number(packed.headers['content-length'])).to.be.below(Number(plain.headers['content-length']));
    }
  });

  it('has nothing beside what it loads', async () => {
    const [path = ''] = assetsOf(await ask('/explorer')).filter((one) => one.endsWith('main.js'));
    const folder = path.slice(0, path.lastIndexOf('/'));

    for (const wrong of [
      '/explorer/000000000000/main.js',
      `${folder}/../package.json`,
      `${folder}/..%2f..%2fpackage.json`,
      `${folder}/none.js`,
      '/explorer/none',
      '/explorers',
    ]) {
      expect((await ask(wrong)).status, wrong).to.equal(404);
    }
  });

  it('takes GET and HEAD only', async () => {
    const head = await ask('/explorer', 'HEAD');
    expect([head.status, head.body]).to.deep.equal([200, '']);

    const posted = await ask('/explorer', 'POST');
    expect([posted.status, posted.headers['allow']]).to.deep.equal([405, 'GET, HEAD']);
    expect(posted.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(posted.body).to.contain('That is not possible here');
  });

  it('is where the portal leads those who want to look around', async () => {
    const { body } = await ask('/portal?locale=en-GB');

    expect(body).to.contain('href="/explorer">Look around</a>');
  });

  it('has plain words in its four languages for each list that home names, or it would show an English path', async () => {
    const { tokens } = await running.service.agreement({});
    const home = (await running.service.ask('/', { headers: tokens })).body as Record<
      string,
      Record<string, string>
    >;
    const { collectionWords } = (await import(NAMES)) as {
      collectionWords(name: string): string | undefined;
    };
    const page = globalThis as { document?: unknown };
    const without: string[] = [];

    try {
      for (const lang of ['en-GB', 'de-DE', 'es-ES', 'it-IT']) {
        page.document = { documentElement: { lang } };
        for (const [name, link] of Object.entries({ ...home['stable'], ...home['experimental'] })) {
          const path = new URL(link).pathname;
          const word = path.split('/').at(-1) ?? '';
          if (word.endsWith('%7D') || NO_LISTS.has(word)) continue;
          if (!collectionWords(name) && !collectionWords(word)) without.push(`${lang}: ${name}`);
        }
      }
    } finally {
      delete page.document;
    }

    expect(without).to.deep.equal([]);
  });
});
