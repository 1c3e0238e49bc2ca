import { expect } from 'chai';
import { databases, startService, type ServiceUnderTest } from '../support/service-under-test.js';

/** Statuses that a link may lead to: what it says, or that the linked resource is not implemented (§7). */
const DOCUMENTED = [200, 501];
const LINKS_MAX = 5_000;

for (const database of await databases()) {
  describe(`closure on ${database.name}`, function () {
    this.timeout(120_000);
    let service: ServiceUnderTest;

    before(async () => {
      service = await startService(await database.fresh());
    });
    after(() => service.stop());

    it('follows every link from home once, in the demo agreement, and each answers', async () => {
      const { followed, wrong } = await walk(service, '/?demo=true', {});

      expect(wrong).to.deep.equal([]);
      expect(followed).to.be.greaterThan(300);
    });

    it('follows every link from home once, with tokens, and each answers', async () => {
      const { tokens } = await service.agreement({ modules: ['inventory', 'dimension'] });

      const { followed, wrong } = await walk(service, '/', tokens);

      expect(wrong).to.deep.equal([]);
      expect(followed).to.be.greaterThan(300);
    });

    it('never shows a link without demo=true once it was asked for', async () => {
      const { links } = await walk(service, '/?demo=true', {});

      expect(links.filter((link) => !/\?demo=true(&|$)/.test(link))).to.deep.equal([]);
    });
  });
}

/** Follows what can be followed with GET; templates are no addresses. */
async function walk(
  service: ServiceUnderTest,
  from: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ followed: number; wrong: readonly string[]; links: readonly string[] }> {
  const seen = new Set<string>();
  const waiting = [`${service.base}${from}`];
  const acted = new Set<string>();
  const wrong: string[] = [];
  while (waiting.length > 0 && seen.size < LINKS_MAX) {
    const link = waiting.pop() as string;
    if (seen.has(link) || link.includes('{')) continue;
    seen.add(link);
    const { status, body } = await service.ask(link, { headers });
    if (!DOCUMENTED.includes(status)) wrong.push(`${status} ${link}`);
    waiting.push(...linksIn(body, service.base));
    for (const link of actionsIn(body)) acted.add(link);
  }
  return { followed: seen.size, wrong, links: [...seen, ...acted] };
}

/** The addresses of actions that are no GET: they are shown, and not followed. */
function actionsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return isAction(value) ? [value.href] : Object.values(value).flatMap(actionsIn);
}

function isAction(value: object): value is { readonly href: string } {
  return 'httpMethod' in value && value.httpMethod !== 'get';
}

function linksIn(value: unknown, base: string): readonly string[] {
  if (typeof value === 'string') return value.startsWith(base) ? [value] : [];
  if (typeof value !== 'object' || value === null || isAction(value)) return [];
  return Object.values(value).flatMap((one) => linksIn(one, base));
}
