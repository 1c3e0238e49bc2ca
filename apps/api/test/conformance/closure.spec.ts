import { expect } from 'chai';
import type { Endpoint } from '@kontor/http';
import { runningService } from '../support/running-service.js';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';

/** Statuses that a link may lead to: what it says, or that the linked resource is not implemented (§7). */
const DOCUMENTED = [200, 501];
/** The studio module answers administrators only; home lists it for everybody. */
const isForAdministrators = (link: string): boolean => link.includes('/studio/');
const LINKS_MAX = 5_000;

for (const database of await databases()) {
  describe(`closure on ${database.name}`, function () {
    this.timeout(120_000);
    const running = runningService(database);
    const ours = running.client({ modules: ['inventory', 'dimension', 'internationalLedger'] });
    let inDemo: Awaited<ReturnType<typeof walk>>;

    before(async () => {
      inDemo = await walk(running.service, '/?demo=true', {});
    });

    it('follows every link from home once, in the demo agreement, and each answers', () => {
      const { followed, wrong } = inDemo;

      expect(wrong).to.deep.equal([]);
      expect(followed).to.be.greaterThan(300);
    });

    it('follows every link from home once, with tokens, and each answers', async () => {
      const { followed, wrong } = await walk(running.service, '/', ours.tokens);

      expect(wrong).to.deep.equal([]);
      expect(followed).to.be.greaterThan(300);
    });

    it('never shows a link without demo=true once it was asked for', () => {
      const { links } = inDemo;

      expect(links.filter((link) => !/\?demo=true(&|$)/.test(link))).to.deep.equal([]);
    });

    it('shows no action that is not one of a row, with its method', () => {
      const endpoints = running.service.service.endpoints;

      expect(inDemo.actions.length).to.be.greaterThan(100);
      expect(inDemo.actions.filter((action) => !isOfARow(action, endpoints))).to.deep.equal([]);
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

/** Follows what can be followed with GET; templates are no addresses. */
async function walk(
  service: ServiceUnderTest,
  from: string,
  headers: Readonly<Record<string, string>>,
): Promise<{
  followed: number;
  wrong: readonly string[];
  links: readonly string[];
  actions: readonly Shown[];
}> {
  const seen = new Set<string>();
  const waiting = [`${service.base}${from}`];
  const acted = new Map<string, Shown>();
  const wrong: string[] = [];
  while (waiting.length > 0 && seen.size < LINKS_MAX) {
    const link = waiting.pop() as string;
    if (seen.has(link) || link.includes('{')) continue;
    seen.add(link);
    const { status, body } = await service.ask(link, { headers });
    const isDocumented = DOCUMENTED.includes(status) || (status === 403 && isForAdministrators(link));
    if (!isDocumented) wrong.push(`${status} ${link}`);
    if (isDescription(body)) continue;
    waiting.push(...linksIn(body, service.base));
    for (const shown of actionsIn(body)) acted.set(`${shown.name} ${shown.href}`, shown);
  }
  const actions = [...acted.values()];
  return { followed: seen.size, wrong, links: [...seen, ...actions.map(({ href }) => href)], actions };
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
