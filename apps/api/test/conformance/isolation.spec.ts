import { expect } from 'chai';
import { isRequired, type FullDate } from '@kontor/kernel';
import { mount, routeEscaped, type Endpoint, type WriteEndpoint } from '@kontor/http';
import { issueGrant, agreementWith } from '@kontor/studio';
import { secrets } from '../../src/secrets.js';
import { runningService } from '../support/running-service.js';
import {
  databases,
  type Answered,
  type ServiceUnderTest,
  type Tokens,
} from '../support/service-under-test.js';
import { CANARY, makeCanaries, type Canaries } from './canaries.js';

/*
 * G27: no thing of another agreement is ever read, changed or counted. Everything that A sees is tried with
 * B's tokens, by every method that its row and the rows at its address have. It goes by the rows and the
 * fixtures, so a resource that is added later is covered; one that nobody can reach from home fails here.
 */

const MODULES = ['inventory', 'dimension', 'internationalLedger'] as const;
/**
 * Of one row, as many addresses are tried, besides those of the canaries: a thousand accounts are all alike.
 */
const ADDRESSES_OF_A_ROW = Number(process.env['EACH'] ?? 1);
/** Bodies of A's things that are tried at one address. `EACH=8` is a campaign. */
const BODIES_AT_AN_ADDRESS = Number(process.env['EACH'] ?? 1);
const AT_ONCE = 6;
/** What stands in the place of the canary in a body that B sends: B may well write it, in its own books. */
const OTHER_TEXT = 'Foreign7';

type Ask = (to: string, method?: string, body?: unknown) => Promise<Answered>;
type Item = Readonly<Record<string, unknown>>;

for (const database of await databases()) {
  describe(`isolation on ${database.name}`, function () {
    this.timeout(120_000);
    const running = runningService(database);
    const ours = running.client({ modules: MODULES });
    const theirs = running.client({ modules: MODULES });
    const administrator = running.client({ isAdministrator: true, filled: false });
    const foreignAdministrator = running.client({ isAdministrator: true, filled: false });
    /** What an agreement and its administrator see, by address. */
    const seen = new Map<string, string>();
    const seenByAdministrator = new Map<string, string>();
    let canaries: Canaries;
    let rows: readonly Endpoint[];
    /** B by its own app, and B by the very app that A uses. */
    let intruders: readonly Tokens[];
    let clientNumber: number;

    const asking =
      (tokens: Tokens): Ask =>
      (to, method = 'GET', body) =>
        running.service.ask(to, { method, headers: tokens, ...(body !== undefined && { body }) });

    before(async () => {
      const { studio } = running.service.service.database;
      rows = running.service.service.endpoints;
      canaries = await makeCanaries(ours, rows);
      // Of what is no voucher but has its id, it is refused.
      for (const { voucherId } of canaries.identities.filter((one) => 'voucherId' in one))
        await ours.put(`/vouchers/${voucherId}/attachment`, `%PDF-1.7 ${CANARY}`, {
          'Content-Type': 'application/pdf',
        });
      const imported = await ours.post('/imports', JSON.stringify({ [CANARY]: CANARY }), {
        'Content-Type': 'application/x-ndjson',
      });
      expect(imported.status, imported.text).to.be.within(200, 202);
      await studio.agreements.saveCompany(ours.agreement.agreementNumber, {
        addressLine1: CANARY,
        ibanNumber: CANARY,
      });
      clientNumber = await clientOf(running.service, administrator.agreement.agreementNumber);
      const given = await administrator.post('/studio/client-grants', [{ agreementNumber: clientNumber }]);
      expect(given.status, given.text).to.equal(201);
      const sameApp = await issueGrant(studio, secrets, {
        agreementNumber: theirs.agreement.agreementNumber,
        appNumber: ours.agreement.appNumber,
        userName: 'tester',
        roles: ['SuperUser'],
        now: new Date(),
        lifetimeMs: 3_600_000,
      });
      intruders = [theirs.tokens, { ...ours.tokens, 'X-AgreementGrantToken': sameApp.agreementGrantToken }];

      await walk(running.service, rows, asking(ours.tokens), canaries, seen);
      await walk(running.service, rows, asking(administrator.tokens), NONE, seenByAdministrator);
    });

    it('has something to tell: A sees its canaries, in every context', () => {
      const { selfs } = canaries;
      const shown = selfs.filter((self) => seen.get(self)?.includes(CANARY) === true);

      // Accounting years hold no text of their own.
      expect(
        selfs.filter((self) => !shown.includes(self) && !self.includes('/accounting-years/')),
      ).to.deep.equal([]);
      expect(seen.get(`${running.service.base}/self`)).to.contain(CANARY);
      expect([...seenByAdministrator.values()].join()).to.contain(CANARY);
    });

    it('covers every row there is', () => {
      const rowAt = rowsAt(running.service, rows);
      const reached = new Set([...seen.keys(), ...seenByAdministrator.keys()].map((url) => rowAt(url)?.path));
      const missed = rows.filter(
        ({ method, access, hidden, path }) =>
          method === 'GET' && access !== 'open' && hidden !== true && !reached.has(path),
      );

      expect(missed.map(({ path }) => path)).to.deep.equal([]);
    });

    it('shows B nothing of what A sees, whatever app B uses', async () => {
      const leaks: string[] = [];
      const look = async (tokens: Tokens, url: string): Promise<void> => {
        const { status, text } = await asking(tokens)(url);
        if (text.includes(CANARY) || status >= 500 || status === 401) leaks.push(`${status} GET ${url}`);
      };
      for (const tokens of intruders) await each([...seen.keys()], (url) => look(tokens, url));
      await each([...seenByAdministrator.keys()], (url) => look(foreignAdministrator.tokens, url));

      expect(leaks).to.deep.equal([]);
    });

    it('answers B the same for a thing of A as for one that is nowhere', async () => {
      for (const self of canaries.selfs) {
        const nowhere = `${self.slice(0, self.lastIndexOf('/'))}/987654321`;

        const foreign = await asking(theirs.tokens)(self);
        const missing = await asking(theirs.tokens)(nowhere);

        if (foreign.status === 200) continue; // B has one of the same number.
        // The key that was asked for stands in the message, and in that of its sub error.
        const told = ({ status, body }: Answered): string =>
          `${status} ${JSON.stringify({ ...body, logId: '', logTime: '' })}`.replaceAll(
            / no [^"]+? in /g,
            ' no … in ',
          );
        expect(told(foreign), self).to.equal(told(missing));
      }
    });

    it('lets B change nothing of A, by any method, with bodies that name A’s things', async () => {
      const tried: string[] = [];
      const wrong: string[] = [];
      const fittingFor = fittingOf(itemsIn([...seen.values(), ...seenByAdministrator.values()]));
      const attempts = (intruder: Tokens, urls: Iterable<string>): readonly (() => Promise<void>)[] =>
        writesAt(rows, running.service, urls).flatMap(({ row, url }) =>
          bodiesFor(row, seen.get(url), fittingFor).map((body) => async () => {
            const { status, text } = await asking(intruder)(url, row.method, body);
            tried.push(`${row.method} ${row.path}`);
            if (text.includes(CANARY) || status >= 500 || status === 401) {
              wrong.push(`${status} ${row.method} ${url} ${text.slice(0, 300)}`);
            }
          }),
        );
      for (const attempt of [
        ...attempts(foreignAdministrator.tokens, [
          ...seenByAdministrator.keys(),
          `${running.service.base}/studio/client-grants`,
        ]),
        ...attempts(intruders[1] as Tokens, [...seen.keys()]),
      ]) {
        await attempt();
      }

      expect(wrong).to.deep.equal([]);
      const untried = rows.filter(
        ({ method, path, hidden }) =>
          method !== 'GET' && hidden !== true && !tried.includes(`${method} ${path}`),
      );
      expect(untried.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);

      const changed: string[] = [];
      const compare = async (tokens: Tokens, [url, text]: readonly [string, string]): Promise<void> => {
        if (timeless((await asking(tokens)(url)).text) !== timeless(text)) changed.push(url);
      };
      await each([...seen], (one) => compare(ours.tokens, one));
      await each([...seenByAdministrator], (one) => compare(administrator.tokens, one));
      expect(changed).to.deep.equal([]);
      const { grants } = running.service.service.database.studio;
      // The one that its own administrator has asked for.
      expect(await grants.listOf(clientNumber)).to.have.length(1);
    });

    it('gives B no answer that was kept for A under the same idempotency key', async () => {
      const key = { 'Idempotency-Key': 'of-a-and-b' };
      const body = { name: CANARY };
      await ours.post('/departments', body, key);

      for (const tokens of intruders) {
        const answer = await running.service.ask('/departments', {
          method: 'POST',
          headers: { ...tokens, ...key },
          body: { name: OTHER_TEXT },
        });

        expect([answer.status, answer.headers.get('idempotent-replayed')]).to.deep.equal([201, null]);
        expect(answer.text).not.to.contain(CANARY);
      }
    });
  });
}

async function clientOf({ service }: ServiceUnderTest, administratorNumber: number): Promise<number> {
  const { agreementNumber } = await service.database.studio.agreements.create(
    agreementWith({
      name: `Client ${CANARY}`,
      administratorNumber,
      signupDate: '2025-01-01' as FullDate,
    }),
  );
  return agreementNumber;
}

const NONE: Canaries = { selfs: [], identities: [] };

/** Follows links from home, and to the canaries; of each row a few. Keeps what answered 200. */
async function walk(
  service: ServiceUnderTest,
  rows: readonly Endpoint[],
  ask: Ask,
  { selfs, identities }: Canaries,
  seen: Map<string, string>,
): Promise<void> {
  const rowAt = rowsAt(service, rows);
  const taken = new Map<string, number>();
  const asked = new Set<string>();
  const whole = rows
    .filter(({ method, lists, path }) => method === 'GET' && lists !== undefined && !path.includes(':'))
    .map(({ path }) => `${service.base}${path}?pagesize=1000`);
  // What only a template leads to is found by what identifies the canaries.
  const templates = rows.filter(({ method, path }) => method === 'GET' && path.includes(':'));
  const found = templates.flatMap(({ path }) =>
    identities.flatMap((one) => filled(service.base + path, one) ?? []),
  );
  const first = new Set([...selfs, ...found]);
  let waiting: readonly string[] = [...first, ...whole, `${service.base}/`];
  const isWanted = (url: string): boolean => {
    if (url.includes('{') || asked.has(url)) return false;
    asked.add(url);
    const path = rowAt(url)?.path;
    if (path === undefined) return false;
    const count = taken.get(path) ?? 0;
    taken.set(path, count + 1);
    return count < ADDRESSES_OF_A_ROW || first.has(url);
  };
  while (waiting.length > 0) {
    const next: string[] = [];
    await each(waiting.filter(isWanted), async (url) => {
      const { status, text, body } = await ask(url);
      if (status === 200) seen.set(url, text);
      next.push(...linksIn(body, service.base));
    });
    waiting = next;
  }
}

/** A path with all its parameters, or undefined when some are not known. */
function filled(path: string, values: Readonly<Record<string, string | number>>): string | undefined {
  const names = [...path.matchAll(/\/:(\w+)/g)].map(([, name = '']) => name);
  if (!names.every((name) => name in values)) return undefined;
  return path.replace(/\/:(\w+)/g, (_, name: string) => `/${routeEscaped(values[name] ?? '')}`);
}

/** The row that answers GET at an address. */
function rowsAt(
  { base }: ServiceUnderTest,
  rows: readonly Endpoint[],
): (url: string) => Endpoint | undefined {
  const routes = mount(rows);
  return (url) => {
    const found = routes('GET', url.slice(base.length).split('?', 1)[0] ?? '');
    return found._tag === 'Right' ? found.right.endpoint : undefined;
  };
}

/**
 * The writes that can be tried at addresses, removals last: B's own things are still there for the others.
 */
function writesAt(
  rows: readonly Endpoint[],
  { base }: ServiceUnderTest,
  urls: Iterable<string>,
): readonly { readonly row: WriteEndpoint; readonly url: string }[] {
  const routes = mount(rows);
  const methods = ['PUT', 'POST', 'DELETE'];
  const addresses = new Set<string>();
  for (const url of urls) {
    const [address = ''] = url.split('?', 1);
    addresses.add(address);
    for (const { method, path } of rows) {
      // Actions below an item, or below a collection: `…/closing`, `/vouchers/drafts/finance-vouchers`.
      if (method !== 'GET') addresses.add(belowOrBeside(path, address, base) ?? address);
    }
  }
  return methods.flatMap((method) =>
    [...addresses].flatMap((url) => {
      const found = routes(method, url.slice(base.length));
      return found._tag === 'Right' ? [{ row: found.right.endpoint as WriteEndpoint, url }] : [];
    }),
  );
}

/** The address of a row that continues an address by one fixed segment. */
function belowOrBeside(path: string, address: string, base: string): string | undefined {
  const segments = path.split('/');
  const own = address.slice(base.length).split('/');
  const last = segments.at(-1) ?? '';
  if (segments.length !== own.length + 1 || last.startsWith(':')) return undefined;
  const fits = own.every(
    (segment, index) => segments[index]?.startsWith(':') === true || segments[index] === segment,
  );
  return fits ? `${address}/${last}` : undefined;
}

/** Things that have what a row asks for. */
type Fitting = (row: WriteEndpoint) => readonly Item[];

/**
 * Which of the items have what a row asks for, the ones that fit best first. Items are thousands and a row
 * has many addresses: they are put in order once for each row.
 */
function fittingOf(items: readonly Item[]): Fitting {
  const told = new Set(items.filter((item) => JSON.stringify(item).includes(CANARY)));
  const known = new Map<WriteEndpoint, readonly Item[]>();
  const inOrder = (row: WriteEndpoint): readonly Item[] => {
    const fields = Object.entries(row.body?.fields ?? {});
    const needed = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
    const names = needed.length > 0 ? needed : fields.map(([name]) => name);
    const fit = (item: Item): number => names.filter((name) => name in item).length;
    const rank = (item: Item): number => fit(item) * 2 + Number(told.has(item));
    return items
      .filter((item) => fit(item) >= Math.max(1, needed.length))
      .sort((a, b) => rank(b) - rank(a))
      .slice(0, BODIES_AT_AN_ADDRESS);
  };
  return (row) => {
    const fitting = known.get(row) ?? inOrder(row);
    known.set(row, fitting);
    return fitting;
  };
}

/**
 * Bodies for a write: the thing itself as A sees it, and other things of A's that have what the row asks for.
 */
function bodiesFor(row: WriteEndpoint, own: string | undefined, fittingFor: Fitting): readonly unknown[] {
  if (row.body === undefined) return [undefined];
  const all = [...(own === undefined ? [] : itemsIn([own])), ...fittingFor(row)];
  const bodies = all.length === 0 ? [{}] : all.slice(0, BODIES_AT_AN_ADDRESS);
  return bodies.map((body) => JSON.parse(JSON.stringify(body).replaceAll(CANARY, OTHER_TEXT)) as unknown);
}

/** Every item in the answers, alone or in a collection; what is no JSON holds none. */
function itemsIn(texts: readonly string[]): readonly Item[] {
  const items = texts.flatMap((text) => {
    // JSON lines are the books as a file: no line of them is an item with an address.
    if (!text.startsWith('{') || text.includes('}\n{')) return [];
    const body = JSON.parse(text) as { readonly collection?: readonly Item[] } & Item;
    return body.collection ?? [body];
  });
  return [...new Map(items.map((item) => [String(item['self']), item])).values()];
}

function linksIn(value: unknown, base: string): readonly string[] {
  if (typeof value === 'string') return value.startsWith(`${base}/`) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => linksIn(one, base));
}

/** Without what tells the time: that of home. A document is the same bytes each time. */
function timeless(text: string): string {
  return text.replace(/"serverTime":"[^"]*"/g, '');
}

/** Does something for each, a few at once. */
async function each<A>(all: readonly A[], work: (one: A) => Promise<void>): Promise<void> {
  const waiting = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
    }),
  );
}
