import { expect } from 'chai';
import { tokenHash } from '@kontor/http';
import { timestampOf } from '@kontor/kernel';
import type { RoleName } from '@kontor/studio';
import { databases, type Answered, type TestAgreement, type Tokens } from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { storedText } from '../support/stored-text.js';

const SECRET = 'X-AppSecretToken';
const GRANT = 'X-AgreementGrantToken';
const DEMO_AGREEMENT = 1;

for (const database of await databases()) {
  describe(`authentication on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client();
    const ask = (to: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
      running.service.ask(to, { headers });
    const lastCaller = (): number | undefined => running.service.observations.at(-1)?.agreementNumber;

    describe('401', () => {
      const token = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH';
      const CASES: readonly (readonly [string, string, () => Partial<Record<string, string>>])[] = [
        ['no credentials', 'E02000', () => ({})],
        ['the secret token alone', 'E02000', () => ({ [SECRET]: ours.tokens[SECRET] })],
        ['the grant token alone', 'E02000', () => ({ [GRANT]: ours.tokens[GRANT] })],
        ['an empty secret token', 'E02000', () => ({ ...ours.tokens, [SECRET]: '' })],
        ['an empty grant token', 'E02000', () => ({ ...ours.tokens, [GRANT]: '' })],
        ['an unknown secret token', 'E02010', () => ({ ...ours.tokens, [SECRET]: token })],
        ['an unknown grant token', 'E02020', () => ({ ...ours.tokens, [GRANT]: token })],
        ['two unknown tokens', 'E02010', () => ({ [SECRET]: token, [GRANT]: token })],
        [
          'the tokens swapped',
          'E02010',
          () => ({ [SECRET]: ours.tokens[GRANT], [GRANT]: ours.tokens[SECRET] }),
        ],
        [
          'the secret token of another app',
          'E02250',
          () => ({ ...ours.tokens, [SECRET]: theirs.tokens[SECRET] }),
        ],
        ['the grant of another app', 'E02250', () => ({ ...ours.tokens, [GRANT]: theirs.tokens[GRANT] })],
        ['the word demo as the secret token only', 'E02010', () => ({ ...ours.tokens, [SECRET]: 'demo' })],
        ['the word demo as the grant token only', 'E02020', () => ({ ...ours.tokens, [GRANT]: 'demo' })],
        ['the word demo alone', 'E02000', () => ({ [SECRET]: 'demo' })],
        [
          'a token in another case',
          'E02020',
          () => ({ ...ours.tokens, [GRANT]: swappedCase(ours.tokens[GRANT]) }),
        ],
        [
          'a token with something behind it',
          'E02020',
          () => ({ ...ours.tokens, [GRANT]: `${ours.tokens[GRANT]}x` }),
        ],
        ['the hash of a token', 'E02020', () => ({ ...ours.tokens, [GRANT]: tokenHash(ours.tokens[GRANT]) })],
        ['a token of 10,000 characters', 'E02020', () => ({ ...ours.tokens, [GRANT]: 'x'.repeat(10_000) })],
        ['a payload for a database', 'E02020', () => ({ ...ours.tokens, [GRANT]: `' OR '1'='1` })],
      ];

      for (const [what, errorCode, headersOf] of CASES) {
        it(`${errorCode} · ${what}`, async () => {
          const headers = headersOf() as Record<string, string>;

          const answer = await ask('/products?pagesize=1', headers);

          expectRefusal(answer, 401, errorCode);
          expect(answer.body.demoLink).to.equal(`${running.service.base}/products?demo=true&pagesize=1`);
        });

        it(`${errorCode} · ${what}, with ?demo=true too, unless there are none`, async () => {
          const headers = headersOf() as Record<string, string>;

          const answer = await ask('/products?DEMO=True', headers);

          if (Object.values(headers).every((value) => value === '')) expect(answer.status).to.equal(200);
          else expectRefusal(answer, 401, errorCode);
        });
      }

      it('names the header that is missing, and what would be right', async () => {
        const { [SECRET]: secret, [GRANT]: grant } = ours.tokens;
        const said: readonly (readonly [Readonly<Record<string, string>>, RegExp, RegExp])[] = [
          [{}, /credentials are missing\.$/, /^Send X-AppSecretToken and X-AgreementGrantToken/],
          [{ [SECRET]: secret }, /there is no X-AgreementGrantToken/, /^Send/],
          [{ [GRANT]: grant }, /there is no X-AppSecretToken/, /^Send/],
          [{ [SECRET]: token, [GRANT]: grant }, /secret token is unknown/, /not its public token/],
          [
            { [SECRET]: grant, [GRANT]: secret },
            /secret token is unknown/,
            /is sent as X-AgreementGrantToken/,
          ],
          [{ [SECRET]: secret, [GRANT]: token }, /grant token is unknown/, /grantUrl .*studio module/],
          [
            { [SECRET]: secret, [GRANT]: theirs.tokens[GRANT] },
            /not issued to this app/,
            /^The secret must be/,
          ],
        ];

        for (const [headers, message, hint] of said) {
          const { body } = await ask('/products', headers);

          expect(body.message).to.match(message);
          // What every 401 says (§5.2, D129).
          expect(body.developerHint).to.match(hint).and.contain('the word demo in both');
        }
      });

      it('E02020 · a grant that has ended, and stops on the second', async () => {
        const { tokens: past } = await ours.agreement.grant(['SuperUser'], -1_000);
        const { tokens: short } = await ours.agreement.grant(['SuperUser'], 2_000);

        const ended = await ask('/units', past);
        const before = await ask('/units', short);
        await new Promise((go) => setTimeout(go, 2_100));
        const after = await ask('/units', short);

        expectRefusal(ended, 401, 'E02020');
        expect(before.status).to.equal(200);
        expectRefusal(after, 401, 'E02020');
      });

      it('E02020 · a grant that was revoked: at once here, within 5 s on a replica', async () => {
        const replica = await running.service.replica();
        try {
          const { tokens, grantNumber } = await ours.agreement.grant(['SuperUser']);
          await expectStatus(running.service.ask('/units', { headers: tokens }), 200);
          await expectStatus(replica.ask('/units', { headers: tokens }), 200);

          await revoke(ours.agreement, grantNumber);
          const began = Date.now();
          let elsewhere = await replica.ask('/units', { headers: tokens });
          while (elsewhere.status === 200 && Date.now() - began < 6_000) {
            await new Promise((go) => setTimeout(go, 100));
            elsewhere = await replica.ask('/units', { headers: tokens });
          }
          const stoppedMs = Date.now() - began;

          expectRefusal(elsewhere, 401, 'E02020');
          expect(stoppedMs).to.be.lessThan(5_000);
          expectRefusal(await running.service.ask('/units', { headers: tokens }), 401, 'E02020');
          await expectStatus(ours.get('/units'), 200);
        } finally {
          await replica.stop();
        }
      });

      it('carries the demo link of what was asked, without the parameter it came with', async () => {
        const filtered = await ask('/products?filter=name$like:%2Aost%2A&demo=false&sort=-name');
        const item = await ask('/products/LIC_6_12/');

        expect(filtered.body.demoLink).to.equal(
          `${running.service.base}/products?demo=true&filter=name$like:%2Aost%2A&sort=-name`,
        );
        expect(item.body.demoLink).to.equal(`${running.service.base}/products/LIC_6_12/?demo=true`);
        expect((await ask(filtered.body.demoLink as string)).status).to.equal(200);
        expect((await ask(item.body.demoLink as string)).status).to.equal(200);
      });

      it('repeats nothing in the demo link that chooses nothing, such as tokens in the address (D109)', async () => {
        const tokens = new URLSearchParams({ ...ours.tokens, token: 'secret' }).toString();
        const { base } = running.service;

        const listed = await ask(`/products?PageSize=1&${tokens}`);
        const stated = await ask(`/statements/vat?fromDate=2026-01-01&toDate=2026-01-31&${tokens}`);

        expect(listed.body.demoLink).to.equal(`${base}/products?demo=true&PageSize=1`);
        expect(stated.body.demoLink).to.equal(
          `${base}/statements/vat?demo=true&fromDate=2026-01-01&toDate=2026-01-31`,
        );
      });
    });

    describe('the demo agreement (§5.1)', () => {
      it('is seen with the word demo in both headers, and without it in the links', async () => {
        for (const word of ['demo', 'Demo', 'DEMO']) {
          const { status, body } = await ask('/products?pagesize=1', { [SECRET]: word, [GRANT]: word });

          expect(status).to.equal(200);
          expect(lastCaller()).to.equal(DEMO_AGREEMENT);
          expect(body.self).not.to.contain('demo');
          expect(body.collection[0].self).not.to.contain('demo');
        }
      });

      it('is seen with ?demo=true in any case and anywhere in the query', async () => {
        for (const query of [
          'demo=true',
          'DEMO=true',
          'demo=TRUE',
          'Demo=True',
          'pagesize=1&demo=true&sort=name',
        ]) {
          const { status, body } = await ask(`/products?${query}`);

          expect(status, query).to.equal(200);
          expect(lastCaller()).to.equal(DEMO_AGREEMENT);
          expect(body.self, query).to.match(/\?demo=true(&|$)/);
          expect(body.collection[0].self, query).to.match(/\?demo=true$/);
        }
      });

      it('is not seen with any other value', async () => {
        for (const query of ['demo', 'demo=', 'demo=1', 'demo=truee', 'xdemo=true', 'demo=true%20']) {
          expectRefusal(await ask(`/products?${query}`), 401, 'E02000');
        }
      });

      it('is what right tokens see with ?demo=true', async () => {
        const { status, body } = await ask('/products?demo=true', ours.tokens);

        expect(status).to.equal(200);
        expect(lastCaller()).to.equal(DEMO_AGREEMENT);
        expect(body.self).to.equal(`${running.service.base}/products?demo=true`);
      });

      it('is read-only, also for right tokens with ?demo=true', async () => {
        const { status, body } = await running.service.ask('/units?demo=true', {
          method: 'POST',
          headers: ours.tokens,
          body: { name: 'x' },
        });
        const byHeaders = await running.service.ask('/units/1', {
          method: 'DELETE',
          headers: { [SECRET]: 'demo', [GRANT]: 'demo' },
        });

        expect([status, body.errorCode]).to.deep.equal([403, 'E03010']);
        expectRefusal(byHeaders, 403, 'E03010');
      });

      it('refuses the parameter given twice', async () => {
        expectRefusal(await ask('/products?demo=true&demo=true'), 400);
      });
    });

    describe('403', () => {
      it('E03020 · an administrator grant, everywhere but for self and the studio module', async () => {
        const { tokens } = await running.service.agreement({ isAdministrator: true, filled: false });
        const rows = running.service.service.endpoints.filter(
          ({ access }) => access !== 'open' && access !== 'studio' && access !== 'administrator',
        );

        for (const { method, path } of rows) {
          const to = path.replace(/:\w+/g, '1');
          expectRefusal(await running.service.ask(to, { method, headers: tokens }), 403, 'E03020');
        }
        expect(rows.length).to.be.greaterThan(30);
      });

      it('E03000 · names the roles that would do, and those the grant has', async () => {
        const { tokens } = await ours.agreement.grant(['ProjectEmployee', 'BookKeeping']);

        const answer = await ask('/products', tokens);

        expectRefusal(answer, 403, 'E03000');
        expect(answer.body.message).to.contain('Sales').and.to.contain('SuperUser');
        expect(answer.body.developerHint).to.contain('ProjectEmployee').and.to.contain('BookKeeping');
      });
    });

    describe('each role reaches its own and nothing else (G28, D13):', () => {
      const BOOKS =
        /^\/(accounts|accounting-years|entries|exports|imports|matches|opening-balances|statements|vat-accounts|vouchers)(\/|$)/;
      const SALES =
        /^\/(v2\/)?(customers|customer-groups|products|product-groups|units|invoices|alias-layers|additional-expenses)(\/|$)/;
      const PURCHASES = /^\/(suppliers|supplier-groups)(\/|$)/;
      /** What is an app's own, whatever its role. */
      const OF_APPS = /^\/(app-settings|webhooks)(\/|$)/;
      const REFERENCE = /^\/(departments|departmental-distributions)(\/|$)/;
      const OPEN_POSTS = /^\/(open-posts|stock-movements)(\/|$)/;
      const BOTH = /^\/(payment-terms|employees)(\/|$)/;
      /** What is another role's business, and is read (amendment "13, roles"). */
      const LOOKED_UP: Readonly<Record<RoleName, RegExp>> = {
        SuperUser: /^/,
        BookKeeping:
          /^\/(customers|customer-groups|invoices\/booked|v2\/invoices\/(booked|paid|unpaid|overdue|not-due))(\/|$)/,
        Sales: /^\/(accounts|vat-accounts)(\/:\w+)?$/,
        ProjectEmployee: /^$/,
      };
      /** What is left is lists of the system's own and what the caller is, for everybody to read. */
      const reaches = (role: RoleName, method: string, path: string): boolean => {
        if (path.startsWith('/studio/')) return false;
        if (role === 'SuperUser' || OF_APPS.test(path)) return true;
        if (method === 'GET' && LOOKED_UP[role].test(path)) return true;
        if (BOOKS.test(path)) return role === 'BookKeeping';
        if (OPEN_POSTS.test(path)) return role === 'BookKeeping' || role === 'Sales';
        if (SALES.test(path)) return role === 'Sales';
        if (PURCHASES.test(path)) return role === 'BookKeeping' || (role === 'Sales' && method === 'GET');
        if (method === 'GET') return true;
        if (BOTH.test(path)) return role !== 'ProjectEmployee';
        return REFERENCE.test(path) && role === 'BookKeeping';
      };

      for (const role of ['SuperUser', 'BookKeeping', 'Sales', 'ProjectEmployee'] as const) {
        it(role, async () => {
          const { tokens } = await ours.agreement.grant([role]);
          const rows = running.service.service.endpoints.filter(({ access }) => access !== 'open');
          const wrong: string[] = [];

          for (const { method, path } of rows) {
            // Nothing is called so, and nothing is sent: whoever may is told something else than 403.
            const to = path.replace(/:\w+/g, 'nothing-here');
            const { status, body } = await running.service.ask(to, { method, headers: tokens });
            const isRefused = status === 403 && body.errorCode === 'E03000';
            if (isRefused === reaches(role, method, path) || status >= 500)
              wrong.push(`${status} ${method} ${path}`);
          }

          expect(wrong.filter((one) => !one.startsWith('501'))).to.deep.equal([]);
          expect(rows.length).to.be.greaterThan(150);
        });
      }
    });

    it('needs no credentials for home and what describes the service (D96), whatever is sent', async () => {
      for (const to of [
        '/',
        '/errors',
        '/api-resources',
        '/api-resources/products',
        '/products/schema/post',
      ]) {
        expect((await ask(to)).status, to).to.equal(200);
        expect((await ask(to, { [SECRET]: 'x', [GRANT]: 'y' })).status, to).to.equal(200);
      }
    });

    it('shows every error code at an address of its own', async () => {
      const { body } = await ask('/errors?demo=true');

      for (const one of body.collection) {
        expect(one.self).to.equal(`${running.service.base}/errors/${one.errorCode}?demo=true`);
        expect((await ask(one.self as string)).body).to.deep.equal(one);
      }
      expect((await ask('/errors/e00500')).body.httpStatusCode).to.equal(400);
      expectRefusal(await ask('/errors/E99999'), 404, 'E06000');
      expectRefusal(await ask('/errors/constructor'), 404, 'E06000');
    });

    it('takes the first of several tokens for none: two make one that nobody has', async () => {
      const lines = Object.entries(ours.tokens).flatMap(([name, value]) => [
        `${name}: ${value}`,
        `${name}: ${value}`,
      ]);

      const answer = await rawExchange(
        running.service.port,
        requestText('GET /units', ['Host: x', ...lines]),
      );

      expectRefusal(answer, 401, 'E02010');
    });

    it('keeps tokens as hashes only, and out of everything that is told, logged or stored (G30)', async () => {
      const made = await running.service.agreement();
      const { tokens } = made;
      const own = Object.values(tokens);
      const seen: Answered[] = [];
      const as = (method: string, to: string, body?: unknown, headers = {}): Promise<void> =>
        running.service
          .ask(to, { method, headers: { ...tokens, ...headers }, ...(body !== undefined && { body }) })
          .then((answer) => void seen.push(answer));

      await as('GET', '/products');
      await as('POST', '/units', { name: 'tok' }, { 'Idempotency-Key': 'k' });
      await as('POST', '/units', { name: 'tok' }, { 'Idempotency-Key': 'k' });
      await as('POST', '/units', '{broken');
      await as('PUT', '/units/1', { name: 'x'.repeat(99) });
      await as('GET', '/units', undefined, { Accept: 'text/html' });
      await as('GET', '/nothing');
      await as('PATCH', '/units');
      await as('GET', '/units', undefined, { [GRANT]: swappedCase(tokens[GRANT]) });

      const stored = await storedText(running.service.databaseUrl);
      const told = seen.map(({ text, headers }) => text + JSON.stringify([...headers])).join();
      const logged = JSON.stringify(running.service.observations);
      expect(stored).to.contain('tok');
      for (const token of own) {
        expect(token).to.have.length(44);
        expect(stored.includes(token)).to.equal(false);
        expect(told.includes(token)).to.equal(false);
        expect(logged.includes(token)).to.equal(false);
      }
    });

    async function revoke({ agreementNumber }: TestAgreement, grantNumber: number): Promise<void> {
      const { database: opened, authenticator } = running.service.service;
      await opened.studio.grants.revoke(agreementNumber, grantNumber, timestampOf(new Date()));
      authenticator.forget();
    }
  });
}

async function expectStatus(asked: Promise<Answered>, status: number): Promise<void> {
  const answer = await asked;
  expect(answer.status, answer.text).to.equal(status);
}

function swappedCase(token: Tokens[typeof GRANT]): string {
  return [...token].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');
}
