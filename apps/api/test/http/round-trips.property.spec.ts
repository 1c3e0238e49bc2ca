import { expect } from 'chai';
import fc from 'fast-check';
import type { Endpoint, WriteEndpoint } from '@kontor/http';
import { databases, type Answered } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { likelyBody, mended, type Body } from '../support/likely.js';
import { makeDocuments } from '../conformance/documents.js';
import { FIXTURES } from '../conformance/fixtures.js';

/*
 * Whatever is taken is shown as it was answered, by itself and in its list, and may be sent back as it is
 * shown without becoming another. Bodies are made of what is declared, so that a member more needs no line
 * here; one that is refused is sent again without the member that the refusal names. FUZZ=5 is a campaign.
 */
const TIMES = Number(process.env['FUZZ'] ?? '0.15');
const RUNS = Math.ceil(25 * TIMES);
/** So often a body is mended before it is given up. */
const MENDED_MAX = 12;

const YEAR = String(new Date().getUTCFullYear());

for (const database of await databases()) {
  describe(`what is taken on ${database.name}`, function () {
    this.timeout(120_000 * Math.max(1, RUNS / 8));
    const running = runningService(database);
    const ours = running.client({ modules: ['inventory', 'dimension', 'projects', 'internationalLedger'] });
    const ask = (method: string, to: string, body?: unknown): Promise<Answered> =>
      running.service.ask(to, { method, body, headers: ours.tokens });
    const rows = (): readonly Endpoint[] =>
      running.service.service.endpoints.filter(({ hidden }) => hidden !== true);
    const known = new Map<string, readonly (string | number)[]>();
    before(async () => {
      await makeDocuments(ask);
      await ours.post('/v2/invoices/drafts', { customer: { customerNumber: 1 }, lines: [] });
      for (const { path, lists } of rows()) {
        if (lists === undefined || path.includes(':')) continue;
        const { body, status } = await ours.get(`${path}?pagesize=50`);
        if (status !== 200) continue;
        const keys = (body.collection as readonly Body[]).map((item) => item[lists.key]);
        known.set(
          path.slice(1),
          keys.filter((key) => typeof key === 'string' || typeof key === 'number'),
        );
      }
    });
    const rowAt = (method: string, url: string): Endpoint | undefined => {
      const { pathname } = new URL(url);
      return rows().find(
        ({ method: its, path }) =>
          its === method && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
      );
    };

    /** A path with what is there as its last parameter, and the first of their kind before it. */
    const addresses = (path: string): readonly string[] => {
      const whole = path.replaceAll(/:\w*year\w*/gi, YEAR);
      const there = known.get(whole.slice(1).replace(/\/:\w+$/, '')) ?? [];
      return [...there, 1].map((key) =>
        whole.replace(/:\w+$/, encodeURIComponent(key)).replaceAll(/:\w+/g, '1'),
      );
    };

    it('is shown as it was answered, is in its list, and is the same when it is sent back', async () => {
      const taken = new Map<string, number>();
      for (const row of rows().filter(takesItems)) {
        const bodies = likelyBody(row.body?.fields ?? {}, (collection) => known.get(collection) ?? []);
        const one = fc.constantFrom(...addresses(row.path));
        await fc.assert(
          fc.asyncProperty(bodies, one, async (body, to) => {
            const before = row.method === 'PUT' ? (await ours.get(to)).body : undefined;
            const { answer, sent } = await sentUntilTaken(row, to, body);
            if (answer.status >= 400) return;
            taken.set(row.path, (taken.get(row.path) ?? 0) + 1);
            await expectRoundTrip(answer, `${row.method} ${to} ${JSON.stringify(sent)}`);
            // What others refer to stays as it was.
            if (answer.status === 201) await ours.remove(answer.body?.self ?? to);
            else if (before !== undefined) await ours.put(to, before);
          }),
          { numRuns: RUNS },
        );
      }
      const bodies = [...taken.values()].reduce((sum, count) => sum + count, 0);
      console.log(`    ${bodies} bodies were taken on ${database.name} (FUZZ=${TIMES})`);
      // Or the bodies were none that are taken.
      expect(taken.size).to.be.greaterThan(35);
    });

    type Sent = { readonly answer: Answered; readonly sent: Body };

    async function sentUntilTaken(row: WriteEndpoint, to: string, body: Body): Promise<Sent> {
      const right = rightFor(row);
      const seen = new Map<string, number>();
      for (let sent = body; ;) {
        const answer = await ask(row.method, to, sent);
        const property = memberAtFault(answer);
        const times = (seen.get(property ?? '') ?? 0) + 1;
        const next = property === undefined ? undefined : mended(sent, property, times > 2 ? {} : right);
        if (next === undefined || seen.size === MENDED_MAX) return { answer, sent };
        seen.set(property ?? '', times);
        sent = next;
      }
    }

    async function expectRoundTrip(answer: Answered, request: string): Promise<void> {
      const self = answer.body?.self as string | undefined;
      if (self === undefined) return;
      const shown = await ours.get(self);
      expect(shown.status, request).to.equal(200);
      expect(said(shown.body), request).to.deep.equal(said(answer.body));
      const collection = self.replace(/\/[^/]+$/, '');
      if (rowAt('GET', collection)?.lists !== undefined) {
        const { body, status } = await ours.get(`${collection}?pagesize=1000`);
        expect(status, request).to.equal(200);
        const listed = (body.collection as readonly Body[]).find((item) => item['self'] === self);
        expect(listed, request).to.be.an('object');
      }
      if (rowAt('PUT', self) === undefined) return;
      const again = await ours.put(self, shown.body);
      expect(again.status, `${request}\n${again.text}`).to.equal(200);
      expect(said(again.body), request).to.deep.equal(said(answer.body));
    }
  });
}

/** Writes that make or replace an item; apps show their secret once, and are no matter of the books. */
function takesItems(row: Endpoint): row is WriteEndpoint {
  return row.method !== 'GET' && row.body !== undefined && !/^\/(apps|webhooks|self|studio)/.test(row.path);
}

/** A body that the row is known to take: members are taken from it in the place of refused ones. */
function rightFor({ path, serves }: WriteEndpoint): Body {
  const date = `${YEAR}-02-02`;
  if (path.startsWith('/opening-balances')) {
    return { date, lines: [{ account: { accountNumber: 5830 }, amountInBaseCurrency: 1 }] };
  }
  if (path.startsWith('/vouchers/drafts')) {
    const [, party] = /\/(customer|supplier)-/.exec(path) ?? [];
    const named =
      party === undefined ? { account: { accountNumber: 5830 } } : { [party]: { [`${party}Number`]: 1 } };
    return { date, lines: [{ ...named, amount: 100, contraAccount: { accountNumber: 1010 } }] };
  }
  const [example = {}] =
    FIXTURES.find(({ resource }) => resource.key === serves?.resource.key)?.examples ?? [];
  return example as Body;
}

/** `lines[0].amount`, where a refusal names a member. */
function memberAtFault({ status, body }: Answered): string | undefined {
  if (status < 400) return undefined;
  const [error] = (body?.errors ?? []) as readonly {
    readonly message: string;
    readonly additionalData?: { readonly propertyName?: string };
  }[];
  const missing = /^Required properties are missing: ([^ ,]+?)[,.]?( |$)/.exec(error?.message ?? '')?.[1];
  return error?.additionalData?.propertyName ?? missing;
}

/** What an item says of itself: not what may be done with it, nor when it was written. */
function said(item: Body): Body {
  const { metaData: _, lastUpdated: __, ...rest } = item;
  return rest;
}
