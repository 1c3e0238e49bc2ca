import { expect } from 'chai';
import fc from 'fast-check';
import type { Endpoint, Observation, WriteEndpoint } from '@kontor/http';
import { databases, type Answered, type Ask, type ServiceUnderTest } from '../support/service-under-test.js';
import { anyJson, anyText, bodyFor, PAYLOADS } from '../support/hostile.js';
import { expectShape } from '../support/refusal.js';
import { replicaOf, runningService } from '../support/running-service.js';

/*
 * G34, G35: whatever comes in, the answer is right or a refusal in the shape of §7, never a defect.
 * Rows and shapes are read off the service, so what is mounted later is tested without a line here. A
 * failure prints its seed and the request. Two replicas on one database are asked by turns, so that what one
 * has taken the other has to answer. `npm run test:all` runs a sample; FUZZ=20 is a campaign of some two
 * hundred thousand requests on each database.
 */
const TIMES = Number(process.env['FUZZ'] ?? '0.15');
const RUNS = {
  body: Math.ceil(40 * TIMES),
  text: Math.ceil(15 * TIMES),
  mutated: Math.ceil(300 * TIMES),
  query: Math.ceil(60 * TIMES),
  path: Math.ceil(500 * TIMES),
};
/** Rows and headers share so many turns of what looks like SQL, so that each of it comes up many times. */
const TURNS = TIMES < 1 ? 6 : 1;
const SLOW_MS = 2_000;

for (const database of await databases()) {
  describe(`bad input on ${database.name}`, function () {
    this.timeout(60_000 + 60_000 * TIMES);
    const running = runningService(database);
    const ours = running.client({ modules: ['inventory', 'dimension', 'projects', 'internationalLedger'] });

    const other = replicaOf(running);

    const replicas = (): readonly ServiceUnderTest[] => [running.service, other.service];
    let seen: readonly number[] = [];
    before(async () => {
      // The first answer is held against a description that is read for it: no request is slow for that.
      for (const { ask: one } of replicas()) await one('/?demo=true');
      seen = replicas().map(({ observations }) => observations.length);
    });
    /** What each replica has answered since. */
    const answered = (): (readonly Observation[])[] =>
      replicas().map(({ observations }, index) => observations.slice(seen[index]));
    after(() => {
      const sent = answered().map(({ length }) => length);
      console.log(`    ${sent.join(' and ')} requests of bad input on ${database.name} (FUZZ=${TIMES})`);
    });
    let turn = 0;
    const ask: ServiceUnderTest['ask'] = (to, how) => {
      turn = 1 - turn;
      return (turn === 0 ? running.service : other.service).ask(to, how);
    };

    /** Sends a request and checks what may be checked of any answer. */
    async function survives(to: string, asked: Ask = {}): Promise<Answered> {
      const began = performance.now();
      const answer = await ask(to, { ...asked, headers: { ...ours.tokens, ...asked.headers } });
      const request = `${asked.method ?? 'GET'} ${to} ${JSON.stringify(asked.body)}`;
      expectNoDefect(answer, request);
      expect(performance.now() - began, `${request} took long`).to.be.lessThan(SLOW_MS);
      return answer;
    }

    const rows = (): readonly Endpoint[] =>
      running.service.service.endpoints.filter(({ hidden }) => hidden !== true);
    const writes = (): readonly WriteEndpoint[] =>
      rows().filter((row): row is WriteEndpoint => row.method !== 'GET' && row.body !== undefined);
    /** A path with something in the place of each parameter: what is there, mostly. */
    const filled = (path: string, value = '1'): string => path.replace(/:\w+/g, value);

    it('in the members of every body is refused or taken', async () => {
      for (const { method, path, body } of writes()) {
        const bodies = bodyFor(body?.fields ?? {}, running.service.base);
        const sent = body?.orListOf === true ? fc.oneof(bodies, fc.array(bodies, { maxLength: 3 })) : bodies;
        await fc.assert(
          fc.asyncProperty(sent, fc.constantFrom('1', '2', '1000', 'K.9', '2026'), async (value, key) => {
            await survives(filled(path, key), { method, body: value });
          }),
          { numRuns: RUNS.body },
        );
      }
    });

    it('in place of every body is refused or taken', async () => {
      for (const { method, path } of writes()) {
        await fc.assert(
          fc.asyncProperty(anyJson, async (value) => {
            await survives(filled(path), { method, body: JSON.stringify(value) ?? 'null' });
          }),
          { numRuns: RUNS.text },
        );
      }
    });

    it('as the text of a body is refused or taken', async () => {
      const right = JSON.stringify({
        productNumber: 'fuzz',
        name: 'Größe "2" \\ 🚗',
        salesPrice: 12.5,
        tags: ['a', 'b'],
        productGroup: { productGroupNumber: 1 },
        unit: { unitNumber: 1 },
      });
      const cut = fc.tuple(fc.nat(right.length), fc.nat(8), anyText(6));
      await fc.assert(
        fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), async (cuts) => {
          const text = cuts.reduce(
            (all, [at, length, put]) => all.slice(0, at) + put + all.slice(at + length),
            right,
          );
          await survives('/products', { method: 'POST', body: text });
        }),
        { numRuns: RUNS.mutated },
      );
    });

    it('in filter, sort and paging of every collection is refused or understood', async () => {
      for (const { path, lists } of rows()) {
        if (lists === undefined) continue;
        const name = fc.constantFrom(
          ...lists.filterable,
          ...lists.sortable,
          ...Object.keys(lists.fields),
          'nothing',
        );
        const words = fc.constantFrom(
          '$eq:',
          '$ne:',
          '$gt:',
          '$gte:',
          '$lt:',
          '$lte:',
          '$like:',
          '$in:',
          '$nin:',
          '$null:',
          '$and:',
          '$or:',
          '(',
          ')',
          '[',
          ']',
          ',',
          '*',
          '$',
          '$$',
          '$(',
          ' ',
          '1',
          '1.5',
          '-1',
          'true',
          '2026-01-01',
          '1e400',
          '99999999999999999999',
        );
        const value = fc.oneof(words, anyText(10), fc.integer().map(String), fc.double().map(String));
        const predicate = fc
          .tuple(name, fc.constantFrom('$eq:', '$ne:', '$gt:', '$lte:', '$like:', '$in:[', '$nin:['), value)
          .map(
            ([property, operator, text]) =>
              `${property}${operator}${text}${operator.endsWith('[') ? ']' : ''}`,
          );
        const filter = fc.oneof(
          predicate,
          fc.tuple(predicate, fc.constantFrom('$and:', '$or:'), predicate).map((parts) => parts.join('')),
          fc.array(fc.oneof(words, name, anyText(6)), { maxLength: 10 }).map((parts) => parts.join('')),
        );
        const sort = fc
          .array(
            fc.tuple(
              fc.constantFrom('', '-', '~', '-~'),
              fc.oneof({ weight: 5, arbitrary: name }, { weight: 1, arbitrary: anyText(8) }),
            ),
            { maxLength: 4 },
          )
          .map((keys) => keys.map((key) => key.join('')).join());
        const number = fc.oneof(fc.integer({ min: -2, max: 3_000 }).map(String), anyText(8));
        const after = fc.oneof(
          fc.base64String({ maxLength: 60 }),
          anyJson.map((json) => Buffer.from(JSON.stringify(json) ?? '').toString('base64url')),
        );
        const query = fc.record(
          { filter, sort, pagesize: number, skippages: number, after, demo: fc.constantFrom('true', 'x') },
          { requiredKeys: [] },
        );
        await fc.assert(
          fc.asyncProperty(query, fc.boolean(), async (parameters, isEncoded) => {
            const written = Object.entries(parameters).map(
              ([parameter, text]) => `${parameter}=${isEncoded ? encoded(text) : text.replaceAll('#', '')}`,
            );
            await survives(`${filled(path)}?${written.join('&')}`);
          }),
          { numRuns: RUNS.query },
        );
      }
    });

    it('in the address is refused or found', async () => {
      const piece = fc.oneof(
        fc.constantFrom(
          '%',
          '%0',
          '%00',
          '%2F',
          '%zz',
          '%C3',
          '%E2%82%AC',
          '_0_',
          '_99_',
          '__',
          '..',
          '.',
          '~',
          ':x',
          ';',
          '=',
          '@',
          '+',
        ),
        fc.constantFrom(
          'products',
          'units',
          '1',
          '1000',
          'LIC_6_12',
          'product-aliases',
          'schema',
          'post',
          'constructor',
          '__proto__',
        ),
        anyText(8).map(encoded),
      );
      const segment = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(''));
      const anywhere = fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`);
      const inRow = fc
        .tuple(
          fc.constantFrom(...rows().map(({ path }) => path)),
          fc.array(segment, { minLength: 4, maxLength: 4 }),
        )
        .map(([path, segments]) => {
          let next = 0;
          return path.replace(/:\w+/g, () => segments[next++] ?? '');
        });
      const method = fc.constantFrom('GET', 'PUT', 'DELETE', 'POST', 'PATCH', 'HEAD');
      await fc.assert(
        fc.asyncProperty(fc.oneof(anywhere, inRow), method, async (to, how) => {
          if (how === 'DELETE' && !to.includes('%')) return;
          const answer = await ask(to, {
            method: how,
            headers: ours.tokens,
            ...(how.startsWith('P') && { body: '{}' }),
          });
          expectNoDefect(answer, `${how} ${to}`);
        }),
        { numRuns: RUNS.path },
      );
    });

    describe('that looks like SQL changes nothing, delays nothing and shows nothing (G34):', () => {
      const count = async (): Promise<unknown> =>
        (await ours.get('/products?pagesize=1')).body.pagination.results;

      it('in every parameter of every path', async () => {
        const before = await count();
        const named = rows().filter(({ path }) => path.includes(':'));
        for (const [index, { method, path }] of named.entries()) {
          for (const payload of turnOf(index, [...PAYLOADS, 'éé-日本', '\u0080', '🚗🚗🚗🚗'])) {
            const to = filled(path, encoded(payload.replaceAll('/', '_6_')));
            const { status } = await survives(to, {
              method,
              ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
            });
            // Where a file is taken, a body of JSON is refused before anything is looked for.
            expect([200, 400, 403, 404, 415, 501], to).to.contain(status);
          }
        }
        expect(await count()).to.equal(before);
      });

      it('in filter, sort, paging, position and unknown parameters', async () => {
        const collections = rows().filter(({ path, lists }) => lists !== undefined && !path.includes(':'));
        for (const [index, { path, lists }] of collections.entries()) {
          if (lists === undefined) continue;
          const text = lists.filterable.find((name) => lists.fields[name]?.kind.type === 'string') ?? 'name';
          for (const payload of turnOf(index, PAYLOADS)) {
            const value = encoded(payload);
            const escaped = encoded(payload.replace(/[$()*,[\]]/g, (character) => `$${character}`));
            const found = await survives(`${path}?filter=${text}$eq:${escaped}`);
            for (const item of (found.body.collection ?? []) as readonly Record<string, unknown>[]) {
              expect(item[text]).to.equal(payload);
            }
            for (const query of [
              `filter=${value}`,
              `filter=${value}$eq:1`,
              `filter=${text}$like:${escaped}`,
              `sort=${value}`,
              `sort=-${text},${value}`,
              `pagesize=${value}`,
              `skippages=${value}`,
              `after=${value}`,
              `after=${Buffer.from(JSON.stringify(payload)).toString('base64url')}&skippages=1`,
              `x=${value}`,
              `${value}=1`,
            ]) {
              await survives(`${path}?${query}`);
            }
          }
        }
      });

      it('in every text of a body: it is kept as it is, or refused', async () => {
        for (const payload of PAYLOADS) {
          const answer = await survives('/products', {
            method: 'POST',
            body: {
              productNumber: payload.slice(0, 25),
              name: payload,
              description: payload,
              barCode: payload.slice(0, 50),
              tags: [payload],
              productGroup: { productGroupNumber: 1 },
            },
          });
          expect(answer.status, answer.text).to.equal(201);
          const read = await survives(answer.body.self as string);
          expect(read.body).to.include({
            productNumber: payload.slice(0, 25),
            name: payload,
            description: payload,
          });
          expect(read.body.tags).to.deep.equal([payload]);
          expect((await ours.remove(answer.body.self as string)).status).to.equal(204);
        }
      });

      it('in headers', async () => {
        const headers = [
          'Idempotency-Key',
          'If-Match',
          'If-None-Match',
          'Accept',
          'Accept-Encoding',
          'X-Request-Id',
        ];
        for (const [index, name] of headers.entries()) {
          for (const payload of turnOf(index, PAYLOADS)) {
            await survives('/units', { method: 'POST', headers: { [name]: payload }, body: { name: 'x' } });
          }
        }
      });
    });

    it('left the service alive, without one defect', async () => {
      for (const { ask: one } of replicas())
        expect((await one('/', { headers: ours.tokens })).status).to.equal(200);
      const defects = answered()
        .flat()
        .filter(({ status }) => status === 500);
      expect(
        defects.map(({ method, route, defect }) => `${method} ${route} ${String(defect)}`),
      ).to.deep.equal([]);
    });
  });
}

/** What of all comes up in the turn of a row: all of it in a campaign. */
function turnOf<A>(row: number, all: readonly A[]): readonly A[] {
  return all.filter((_, index) => index % TURNS === row % TURNS);
}

/** Right, or refused in the shape of §7; 501 is a refusal too. */
function expectNoDefect(answer: Answered, request: string): void {
  const { status, text } = answer;
  expect(status < 500 || status === 501, `${request} → ${status} ${text}`).to.equal(true);
  if (status >= 400 && text !== '') expectShape(answer);
}

/** Percent-encoded, lone surrogates too, which no UTF-8 can hold. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
