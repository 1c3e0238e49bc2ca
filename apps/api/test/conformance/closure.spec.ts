import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Endpoint } from '@kontor/http';
import type { RoleName } from '@kontor/studio';
import { runningService, type Client } from '../support/running-service.js';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';
import { FIXTURES } from './fixtures.js';

/** Statuses that a link may lead to: what it says, or that the linked resource is not implemented (§7). */
const DOCUMENTED = [200, 501];
/** Links that are followed to one route: of thousands of entries, these; `EACH=20` is a campaign. */
const EACH_MAX = Number(process.env['EACH'] ?? 4);
/** The types of events as people read them. */
const EVENT_TYPES = join(import.meta.dirname, '../../../../docs/reference/events.md');
/** Links that are followed at once. */
const AT_ONCE = 6;
/** Links to one route that another role looks at. */
const EACH_FOR_A_ROLE = 1;

for (const database of await databases()) {
  describe(`closure on ${database.name}`, function () {
    this.timeout(120_000);
    const running = runningService(database);
    const ours = running.client({ modules: ['inventory', 'dimension', 'internationalLedger'] });
    const administrator = running.client({ isAdministrator: true, filled: false });
    let inDemo: Walked;
    let withTokens: Walked;
    const rows = () => running.service.service.endpoints.filter((row) => isToBeReached(row));

    before(async () => {
      const filled = await fill(ours);
      inDemo = await walk(running.service, ['/?demo=true'], {});
      withTokens = await walk(running.service, ['/', ...filled], ours.tokens);
    });

    it('follows every link from home once, in the demo agreement, and each answers', () => {
      expect(inDemo.wrong).to.deep.equal([]);
      expect(inDemo.followed.length).to.be.greaterThan(300);
    });

    it('follows every link from home once, with tokens, and each answers', () => {
      expect(withTokens.wrong).to.deep.equal([]);
      expect(withTokens.followed.length).to.be.greaterThan(300);
    });

    it('reaches every route that can be read, sub-resources and documents too', () => {
      const reached = [...inDemo.followed, ...withTokens.followed];
      const missed = rows().filter((row) => !reached.some((link) => leadsTo(row, link)));

      expect(missed.map(({ path }) => path)).to.deep.equal([]);
    });

    it('tells of all that was made by types that are listed', async () => {
      const { body } = await running.service.ask('/events?pagesize=1000', { headers: ours.tokens });
      const types = new Set(body.collection.map(({ type }: { readonly type: string }) => type));

      const listed = readFileSync(EVENT_TYPES, 'utf8');
      expect(types.size).to.be.greaterThan(20);
      expect([...types].filter((type) => !listed.includes(`\`${String(type)}\``))).to.deep.equal([]);
    });

    it('shows every role the same selfs: each answers, or is refused by its role', async () => {
      const links = rows().flatMap((row) =>
        withTokens.followed.filter((link) => leadsTo(row, link)).slice(0, EACH_FOR_A_ROLE),
      );
      for (const role of ['BookKeeping', 'Sales', 'ProjectEmployee'] as const) {
        const { tokens } = await ours.agreement.grant([role]);

        const { wrong, followed } = await walk(running.service, links, tokens, { depth: 2, role });

        expect(wrong, role).to.deep.equal([]);
        expect(followed.length, role).to.be.greaterThan(links.length);
      }
    });

    it('answers an administrator every link of the studio, and refuses the rest (§5.6)', async () => {
      const links = ['/self', '/studio/client-agreements', '/apps', '/app-roles'];

      const { wrong } = await walk(running.service, links, administrator.tokens, {
        depth: 2,
        role: 'administrator',
      });

      expect(wrong).to.deep.equal([]);
    });

    it('never shows a link without demo=true once it was asked for', () => {
      const { links } = inDemo;

      // What is addressed within an item, as accruals are, stands behind the query.
      expect(links.filter((link) => !/\?demo=true(&|#|$)/.test(link))).to.deep.equal([]);
    });

    it('shows no action that is not one of a row, with its method', () => {
      const endpoints = running.service.service.endpoints;

      expect(withTokens.actions.length).to.be.greaterThan(100);
      expect(withTokens.actions.filter((action) => !isOfARow(action, endpoints))).to.deep.equal([]);
      expect(inDemo.actions, 'the demo agreement is read-only').to.deep.equal([]);
    });
  });
}

/** An action as it is shown: the name of its member in `metaData` with what that says. */
type Shown = { readonly name: string; readonly href: string; readonly httpMethod: string };

/** What every resource that takes it shows: the names are not declared with the rows. */
const GENERIC = /^(create|delete|replace|create[A-Z]\w*)$/;

function isOfARow({ name, href, httpMethod }: Shown, endpoints: readonly Endpoint[]): boolean {
  const row = endpoints.find(
    ({ method, path }) =>
      method.toLowerCase() === httpMethod &&
      new RegExp(`://[^/]+${path.replace(/:\w+/g, '[^/]+')}$`).test(href.split('?', 1)[0] ?? ''),
  );
  if (row === undefined || row.method === 'GET') return false;
  return row.action?.name === name || (GENERIC.test(name) && row.serves?.as !== 'other');
}

/**
 * What standard books lack: an alias, a contact of a supplier, a supplier invoice, and one of each collection
 * of a context that they know nothing of. Gives addresses at which they are seen and which are among too many
 * of their kind to be followed all, or stand in templates.
 */
async function fill(client: Client): Promise<readonly string[]> {
  const product = (await client.get('/products?pagesize=1')).body.collection[0] as { productNumber: string };
  const draft = {
    date: `${new Date().getUTCFullYear()}-03-03`,
    lines: [{ supplier: { supplierNumber: 1 }, amount: -125, contraAccount: { accountNumber: 1310 } }],
  };
  for (const [path, body] of [
    ['/alias-layers', { name: 'Export', productAliases: [{ ...product, nameAlias: 'Lamp' }] }],
    ['/suppliers/1/contacts', { name: 'Ada' }],
    ['/customers/1/delivery-locations', { address: 'Lager' }],
    [
      '/statements/vat/settlements',
      { fromDate: draft.date.replace('-03-03', '-12-01'), toDate: draft.date.replace('-03-03', '-12-31') },
    ],
    ['/webhooks', { url: 'https://shop.example.com/hooks', enabled: false }],
    ['/vouchers/drafts/supplier-invoices', draft],
  ] as const) {
    const { status, text, body: made } = await client.post(path, body);
    expect(status, text).to.equal(201);
    if (path === '/webhooks') {
      expect((await client.post(`${made.self}/test`, undefined)).status).to.equal(200);
    }
    if (!path.startsWith('/vouchers')) continue;
    const booked = await client.post('/vouchers/booked', { voucherId: made.voucherId, date: made.date });
    expect(booked.status, booked.text).to.equal(201);
    const file = { 'Content-Type': 'application/pdf' };
    const attached = await client.put(`/vouchers/${made.voucherId}/attachment`, '%PDF-1.7', file);
    expect(attached.status, attached.text).to.equal(201);
  }
  await fillWhatIsEmpty(client);
  const line = JSON.stringify({ nothing: 'that is known here' });
  const imported = await client.post('/imports', line, { 'Content-Type': 'application/x-ndjson' });
  expect(imported.status, imported.text).to.be.within(200, 202);
  const years = (await client.get('/accounts/1310/accounting-years?sort=-fromDate&pagesize=1')).body;
  const { periods } = years.collection[0] as { periods: string };
  const march = (await client.get(`${periods}?filter=fromDate$eq:${draft.date.slice(0, 8)}01`)).body;
  const distributions = (await client.get('/departmental-distributions?pagesize=1000')).body.collection as {
    departmentalDistributionNumber: number;
    distributionType: string;
  }[];
  return [
    ...distributions.map(
      ({ departmentalDistributionNumber: number, distributionType: type }) =>
        `/departmental-distributions/${type.toLowerCase()}s/${number}`,
    ),
    '/alias-layers/1/product-aliases',
    '/customers/1/delivery-locations',
    ...(march.collection as { vouchers: string; entries: string }[]).flatMap(({ vouchers, entries }) => [
      vouchers,
      entries,
    ]),
    (years.collection[0] as { vouchers: string }).vouchers,
  ];
}

/** The first example of each resource that is made at its own name, and of which there is none. */
async function fillWhatIsEmpty(client: Client): Promise<void> {
  for (const { resource, examples } of FIXTURES) {
    const { collection, within, operations } = resource;
    if (within !== undefined || !operations.includes('create')) continue;
    const { status, body } = await client.get(`/${collection}?pagesize=1`);
    if (status !== 200 || body.collection.length > 0) continue;
    const made = await client.post(`/${collection}`, examples[0]);
    expect(made.status, `${collection}: ${made.text}`).to.equal(201);
  }
}

/** Who asks, where not everything is theirs. */
type Asker = RoleName | 'administrator';
/** How far links are followed from where they start, and by whom, where some of them are refused. */
type Bounds = { readonly depth?: number; readonly role?: Asker };
type Walked = {
  readonly followed: readonly string[];
  readonly wrong: readonly string[];
  readonly links: readonly string[];
  readonly actions: readonly Shown[];
};

/**
 * Follows what can be followed with GET, several at once; of templates it
 * follows what an address begins with.
 */
async function walk(
  service: ServiceUnderTest,
  from: readonly string[],
  headers: Readonly<Record<string, string>>,
  { depth = Infinity, role = 'SuperUser' }: Bounds = {},
): Promise<Walked> {
  const { endpoints } = service.service;
  const seen = new Set<string>();
  const followedTo = new Map<Endpoint, number>();
  const waiting: { link: string; left: number }[] = [];
  const wait = (link: string, left: number): void => {
    if (left <= 0 || seen.has(link) || link.includes('{')) return;
    const row = rowOf(endpoints, link);
    const followed = row === undefined ? 0 : (followedTo.get(row) ?? 0);
    if (followed >= EACH_MAX) return;
    if (row !== undefined) followedTo.set(row, followed + 1);
    seen.add(link);
    waiting.push({ link, left });
    const above = aboveOf(link);
    if (above !== undefined && rowOf(endpoints, above) !== undefined) wait(above, left);
  };
  const acted = new Map<string, Shown>();
  const wrong: string[] = [];
  const follow = async ({ link, left }: { link: string; left: number }): Promise<void> => {
    const { status, body } = await service.ask(link, { headers });
    if (!DOCUMENTED.includes(status) && !(status === 403 && isRefused(endpoints, link, role))) {
      wrong.push(`${status} ${link}`);
    }
    if (isDescription(body)) return;
    for (const next of linksIn(body, service.base)) wait(next, left - 1);
    for (const shown of actionsIn(body)) acted.set(`${shown.name} ${shown.href}`, shown);
  };
  for (const link of from) wait(link.startsWith('/') ? `${service.base}${link}` : link, depth);
  while (waiting.length > 0) await Promise.all(waiting.splice(-AT_ONCE).map(follow));
  const actions = [...acted.values()];
  return { followed: [...seen], wrong, links: [...seen, ...actions.map(({ href }) => href)], actions };
}

/** The address that another one lies directly below, with the same query; undefined at the root. */
function aboveOf(link: string): string | undefined {
  const [, path = '', query = ''] = /^(.+:\/\/[^?]+)(\?demo=true)?/.exec(link) ?? [];
  const above = path.slice(0, path.lastIndexOf('/'));
  return /:\/\/[^/]+\/./.test(above) ? above + query : undefined;
}

const patterns = new WeakMap<Pick<Endpoint, 'path'>, RegExp>();

/** Whether an address may be one of a row. */
function leadsTo(row: Pick<Endpoint, 'path'>, link: string): boolean {
  let pattern = patterns.get(row);
  if (pattern === undefined) {
    pattern = new RegExp(`^[^:]+://[^/]+${row.path.replace(/:\w+/g, '[^/]+')}/?$`);
    patterns.set(row, pattern);
  }
  return pattern.test(link.split('?', 1)[0] ?? '');
}

/** Which row of a service answers an address: links are shown many times, and looked up once. */
const answering = new WeakMap<readonly Endpoint[], (path: string) => Endpoint | undefined>();

/** The row that answers an address: of several that may, the one with the fewest parameters. */
function rowOf(endpoints: readonly Endpoint[], link: string): Endpoint | undefined {
  const [path = ''] = link.split('?', 1);
  let rowAt = answering.get(endpoints);
  if (rowAt === undefined) {
    rowAt = lookUp(endpoints);
    answering.set(endpoints, rowAt);
  }
  return rowAt(path);
}

/** Links are many and rows are hundreds: an address is compared with those that are as deep as it is. */
function lookUp(endpoints: readonly Endpoint[]): (path: string) => Endpoint | undefined {
  const parameters = (row: Endpoint): number => row.path.split(':').length;
  const depth = (path: string): number => path.replace(/^[^:]+:\/\/[^/]+|\/$/g, '').split('/').length;
  const byDepth = new Map<number, Endpoint[]>();
  for (const row of endpoints
    .filter(({ method }) => method === 'GET')
    .sort((one, other) => parameters(one) - parameters(other)))
    byDepth.set(depth(row.path), [...(byDepth.get(depth(row.path)) ?? []), row]);
  const known = new Map<string, Endpoint | undefined>();
  return (path) => {
    if (!known.has(path))
      known.set(
        path,
        byDepth.get(depth(path))?.find((one) => leadsTo(one, path)),
      );
    return known.get(path);
  };
}

/**
 * What anybody can read with tokens of an agreement; what is not linked, or
 * waits for somebody to make it, has tests of its own.
 */
function isToBeReached({ method, access, hidden, path }: Endpoint): boolean {
  return (
    method === 'GET' &&
    hidden !== true &&
    access !== 'administrator' &&
    !MADE_BY_CLIENTS.test(path) &&
    !FORMER.test(path)
  );
}

/** Addresses of former versions, whose items lead to the ones of today. */
const FORMER = /^\/invoices\/(drafts|booked)\/:/;

const MADE_BY_CLIENTS = /^\/(app-settings\/(agreement|user)\/:|studio)/;

/**
 * Whether the row of an address is none of the role's (§5.4): home, and what
 * refers to it, shows it all the same.
 */
function isRefused(endpoints: readonly Endpoint[], link: string, role: Asker): boolean {
  const row = rowOf(endpoints, link);
  return row !== undefined && !isFor(row.access, role);
}

function isFor(access: Endpoint['access'], role: Asker): boolean {
  if (access === 'open') return true;
  if (role === 'administrator') return access === 'administrator' || access === 'studio';
  if (typeof access === 'string') return access !== 'administrator';
  return role === 'SuperUser' || access.includes(role);
}

/** The description of the API says where the service is, and leads nowhere. */
function isDescription(body: object | undefined): boolean {
  return body !== undefined && 'servers' in body;
}

/** The addresses of actions that are no GET: they are shown, and not followed. */
function actionsIn(value: unknown, name = ''): readonly Shown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isAction(value)) return [{ ...value, name }];
  return Object.entries(value).flatMap(([member, one]) => actionsIn(one, member));
}

function isAction(value: object): value is Omit<Shown, 'name'> {
  return 'httpMethod' in value && value.httpMethod !== 'get';
}

/** A route in the description of a resource that is not for reading. */
function isRouteToWrite(value: object): boolean {
  return 'method' in value && value.method !== 'GET';
}

/** The addresses in an answer, but for the grant link of an app, which leads to a page for people. */
function linksIn(value: unknown, base: string): readonly string[] {
  if (typeof value === 'string') return value.startsWith(base) ? [value] : [];
  if (typeof value !== 'object' || value === null || isAction(value) || isRouteToWrite(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'grantUrl' ? [] : linksIn(one, base)));
}
