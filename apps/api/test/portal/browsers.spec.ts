import { expect } from 'chai';
import type { Seen } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { expectPage } from '../support/visitor.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const PROGRAMS: readonly (string | undefined)[] = [
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html',
  // What Java's URLConnection sends of itself, in older and in newer versions.
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'text/html, image/gif, image/jpeg, */*; q=0.2',
];

/** `Accept` itself, and not `Accept-Encoding`. */
const ON_ACCEPT = /(^|, )accept($|,)/i;

for (const database of await databases()) {
  describe(`what browsers and programs get of the API on ${database.name}`, function () {
    const running = runningService(database);

    // Pages are no part of what describes the API, so `ask` would not know them.
    const look = async (
      to: string,
      more: Readonly<Record<string, string>> = {},
      method = 'GET',
    ): Promise<Seen> => {
      const answer = await fetch(`http://127.0.0.1:${running.service.port}${to}`, {
        method,
        headers: { Accept: BROWSER, ...more },
        redirect: 'manual',
      });
      return { status: answer.status, headers: answer.headers, html: await answer.text() } as Seen;
    };

    it('shows a browser at / what this is, and the ways to the explorer, the portal and the documentation', async () => {
      const seen = await look('/');

      expectPage(seen, 200, 'Accounting, open to your apps');
      for (const way of ['/explorer', '/portal', '/docs', '/?demo=true']) {
        expect(seen.html).to.contain(`href="${way}"`);
        expect((await look(way)).status, way).to.equal(200);
      }
      // The guides lie there, and among them the reference: a card of the reference alone would mislead.
      expect(seen.html).to.contain('Read the documentation').and.not.to.contain('Read the reference');
      expect(seen.headers.get('vary')).to.contain('Accept');
    });

    it('shows it in the language that the browser likes, and in the one that is chosen', async () => {
      expectPage(await look('/', { 'Accept-Language': 'it' }), 200, 'Che cosa ricevono i programmi');
      expectPage(await look('/?locale=es-ES'), 200, 'Lo que reciben los programas');
    });

    it('gives programs the same bytes as ever, at / and where it refuses', async () => {
      for (const to of ['/', '/nothing', '/docs/nothing', '/accounts', '/units/999999?demo=true']) {
        const answers = await Promise.all(
          PROGRAMS.map((accept) => running.service.ask(to, { headers: accept ? { Accept: accept } : {} })),
        );

        for (const { headers, text } of answers) {
          expect(headers.get('content-type'), to).to.equal('application/json; charset=utf-8');
          expect(headers.get('content-security-policy')).to.equal(
            "default-src 'none'; frame-ancestors 'none'",
          );
          expect(headers.get('cache-control')).to.equal('private, no-cache');
          expect(headers.get('vary'), to).to.match(ON_ACCEPT);
          expect(withoutLog(text)).to.equal(withoutLog(answers[0]?.text ?? ''));
        }
      }
    });

    it('shows a browser the JSON of the demo', async () => {
      for (const to of ['/?demo=true', '/units?demo=true']) {
        const { headers } = await look(to);
        expect(headers.get('content-type'), to).to.equal('application/json; charset=utf-8');
        expect(headers.get('vary') ?? '', to).not.to.match(ON_ACCEPT);
      }
    });

    it('tells who keeps answers that they depend on what is accepted, wherever they do', async () => {
      for (const to of ['/', '/nothing', '/accounts', '/docs/nothing', '/%zz']) {
        for (const Accept of [BROWSER, 'application/json']) {
          const { headers } = await look(to, { Accept, 'Accept-Encoding': 'gzip' });
          expect(headers.get('vary'), `${to} ${Accept}`).to.match(ON_ACCEPT);
        }
      }
    });

    it('tells a person in a page that nothing is there, that an address is for apps', async () => {
      expectPage(await look('/nothing'), 404, 'There is no such page');
      expectPage(await look('/accounts'), 401, 'This address is for apps');
      expectPage(await look('/nothing', { 'Accept-Encoding': 'gzip' }), 404, 'There is no such page');
    });

    it('keeps a person who is lost in the documentation among its pages', async () => {
      const { status, html } = await look('/docs/guides/nothing');

      expect(status).to.equal(404);
      expect(html).to.contain('There is no such page').and.to.contain('href="/docs/guides/products"');
      expect((await running.service.ask('/docs/guides/nothing.md')).status).to.equal(404);
    });

    it('tells a program as everywhere that there is no such page of the documentation', async () => {
      for (const [to, method] of [
        ['/docs/nothing', 'GET'],
        ['/docs/guides/nothing.md', 'GET'],
        ['/docs/api/nothing', 'HEAD'],
        ['/docs/nothing', 'POST'],
      ] as const) {
        const { status, headers } = await look(to, { Accept: '*/*' }, method);

        expect(status, to).to.equal(404);
        expect(headers.get('content-type'), to).to.equal('application/json; charset=utf-8');
        expect(headers.get('set-cookie'), to).to.equal(null);
      }
    });

    it('says in a page that neither explorer nor documentation take what is sent', async () => {
      for (const to of ['/docs', '/docs/api', '/docs/guides/products.md', '/llms.txt', '/explorer']) {
        for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
          const seen = await look(to, {}, method);

          expectPage(seen, 405, 'That is not possible here');
          expect(seen.headers.get('allow'), `${method} ${to}`).to.equal('GET, HEAD');
        }
      }
    });

    it('tells a person in a page of an address that is too long, or not well formed', async () => {
      const long = `/${'a'.repeat(9000)}`;
      for (const to of [long, `/units?demo=true&x=${long}`, '/errors/%zz', '/units/%zz?demo=true']) {
        expectPage(await look(to), 400, 'There is no such page');
        const told = await look(to, { Accept: '*/*' });
        expect(told.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      }
      const filtered = await look('/units?demo=true&filter=x');
      expect(filtered.status).to.equal(400);
      expect(filtered.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    });

    it('tells programs with tokens in JSON, whatever they accept', async () => {
      const seen = await look('/accounts', { 'X-AppSecretToken': 'x', 'X-AgreementGrantToken': 'y' });

      expect(seen.status).to.equal(401);
      expect(seen.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    });

    it('shows a page to who accepts nothing but HTML', async () => {
      expectPage(await look('/accounts', { Accept: 'text/html' }), 401, 'This address is for apps');
    });

    it('leads nowhere else from a page about an address that looks like a host', async () => {
      const seen = await look('//evil.example/x');

      expectPage(seen, 404);
      expect(seen.html).not.to.match(/href="[/\\]{2}/);
    });
  });
}

/** Each answer has a time of its own, and a refusal a name. */
function withoutLog(text: string): string {
  return text.replace(/"(?:logId|logTime|serverTime)":"[^"]*"/g, '');
}
