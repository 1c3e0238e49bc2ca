import { expect } from 'chai';
import {
  isBookable,
  fieldAt,
  isRequired,
  kindAt,
  type AnyResource,
  type FieldData,
  type Fixture,
} from '@kontor/kernel';
import { routeEscaped, type Endpoint } from '@kontor/http';
import { catalogue } from '../../src/services-over.js';
import { runningService } from '../support/running-service.js';
import {
  databases,
  type Answered,
  type ServiceUnderTest,
  type TestAgreement,
} from '../support/service-under-test.js';
import { makeDocuments } from './documents.js';
import { FIXTURES } from './fixtures.js';

/*
 * One suite over the whole catalogue: a resource that is declared later is tested by its
 * declaration, its rows and its fixture, without a line of test code. Only
 * what every resource has in common is here.
 */

const MODULES = ['dimension', 'internationalLedger'] as const;

type Item = Record<string, unknown> & { self: string };

for (const database of await databases()) {
  describe(`the catalogue on ${database.name}`, function () {
    const running = runningService(database);
    let service: ServiceUnderTest;
    let ours: TestAgreement;
    let theirs: TestAgreement;

    before(async () => {
      ({ service } = running);
      ours = await service.agreement({ modules: MODULES });
      theirs = await service.agreement({ modules: MODULES });
      await makeDocuments(send);
    });

    const read = (to: string, tokens: Record<string, string> = ours.tokens): Promise<Answered> =>
      service.ask(to, { headers: tokens });
    const send = (
      method: string,
      to: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answered> =>
      service.ask(to, {
        method,
        headers: { ...ours.tokens, ...headers },
        ...(body !== undefined && { body }),
      });

    it('has a fixture for every writable resource', () => {
      const writable = [...catalogue.values()].filter((resource) => resource.operations.includes('create'));

      expect(writable.map(({ collection }) => collection).sort()).to.deep.equal(
        FIXTURES.map(({ resource }) => resource.collection).sort(),
      );
    });

    for (const resource of catalogue.values()) {
      if (resource.within === undefined && resource.operations.includes('list')) collectionSuite(resource);
    }
    for (const fixture of FIXTURES) writingSuite(fixture);

    /** Reading: envelope, paging, filter, sort, refusals, demo. */
    function collectionSuite(resource: AnyResource): void {
      describe(`${resource.collection} · reading`, () => {
        let items: readonly Item[] = [];
        const url = (): string => collectionPath(service, resource);

        before(async () => {
          const answer = await read(`${url()}?pagesize=1000`);
          expect(answer.status, answer.text).to.equal(200);
          items = answer.body.collection as readonly Item[];
        });

        it('answers collection, metaData, pagination and self, in this order (D93)', async () => {
          const { body } = await read(url());

          expect(Object.keys(body as object).filter((name) => name !== 'subCollections')).to.deep.equal([
            'collection',
            'metaData',
            'pagination',
            'self',
          ]);
          expect(body.self).to.equal(`${service.base}${url()}`);
        });

        it('is paged by 20, and by 1000 at most (§8)', async () => {
          const usual = await read(url());
          const capped = await read(`${url()}?pagesize=5000`);

          expect(usual.body.pagination).to.include({ pageSize: 20, skipPages: 0, maxPageSizeAllowed: 1000 });
          expect(capped.body.pagination.pageSize).to.equal(1000);
          expect(capped.body.self).to.contain('pagesize=1000');
        });

        it('is walked by nextPage once through, every item once', async () => {
          const seen: string[] = [];
          const pageSize = Math.max(7, Math.ceil(items.length / 8));
          let next: string | undefined = `${url()}?pagesize=${pageSize}`;
          while (next !== undefined) {
            const { body }: Answered = await read(next);
            seen.push(...(body.collection as readonly Item[]).map(({ self }) => self));
            next = body.pagination.nextPage as string | undefined;
          }

          expect(seen).to.deep.equal(items.map(({ self }) => self));
        });

        it('links first, previous, next and last as they are', async () => {
          const { body } = await read(`${url()}?pagesize=1&skippages=1`);
          const { pagination } = body;

          expect(pagination.results).to.equal(items.length);
          expect(pagination.lastPage).to.contain(`skippages=${Math.max(0, items.length - 1)}`);
          expect(pagination.previousPage).to.contain('skippages=0');
          expect('nextPage' in pagination).to.equal(items.length > 2);
        });

        it('gives each item a self that answers it, with the same members', async () => {
          for (const item of items.slice(0, 5)) {
            const { status, body } = await read(item.self);

            expect(status).to.equal(200);
            const { metaData: _, ...rest } = body as Item & { metaData?: unknown };
            expect(rest).to.deep.equal(item);
          }
        });

        it('gives each reference a self that answers', async () => {
          for (const self of new Set(items.slice(0, 5).flatMap((item) => selfsBelow(item)))) {
            expect((await read(self)).status, self).to.equal(200);
          }
        });

        it('offers the actions of its operations', async () => {
          const { body } = await read(url());

          // Drafts are created below the collection of documents; where, their actions say.
          if (!isBookable(resource))
            expect('create' in body.metaData).to.equal(resource.operations.includes('create'));
          expect(body.metaData.find).to.deep.include({ httpMethod: 'get', templated: true });
          expect(body.metaData.find.href).to.equal(`${service.base}${url()}/{${resource.key}}`);
        });

        for (const property of resource.filterable.filter((one) => !isAskedThrough(resource, one))) {
          it(`is filtered by ${property}`, async () => {
            const item = items.find((one) => valueAt(one, property) !== undefined);
            const value = item === undefined ? 'x' : valueAt(item, property);
            const operator = item === undefined ? `$ne:$null:` : `$eq:${filterEscaped(String(value))}`;

            const { status, body, text } = await read(
              `${url()}?pagesize=1000&filter=${encodeURIComponent(property.toUpperCase() + operator)}`,
            );

            expect(status, text).to.equal(200);
            const expected = items.filter((one) => sameFolded(valueAt(one, property), value)).length;
            expect(body.collection).to.have.length(expected);
            expect(body.pagination.results).to.equal(expected);
            expect(body.pagination.resultsWithoutFilter).to.equal(items.length);
            expect(body.self).to.contain('filter=');
          });
        }

        for (const property of resource.sortable) {
          it(`is sorted by ${property}, both ways`, async () => {
            const up = await read(`${url()}?pagesize=1000&sort=${property}`);
            const down = await read(`${url()}?pagesize=1000&sort=-${property}`);

            const values = (answer: Answered): readonly string[] =>
              (answer.body.collection as readonly Item[]).map((one) =>
                String(valueAt(one, property)).toLowerCase(),
              );
            expect(up.status, up.text).to.equal(200);
            expect(values(up)).to.have.members(values(down));
            expect(values(up)).to.deep.equal([...values(down)].reverse());
          });
        }

        it('refuses a filter on a property that is not filterable', async () => {
          const property =
            Object.keys(resource.fields).find((name) => !resource.filterable.includes(name)) ?? 'nothing';

          const { status, body } = await read(`${url()}?filter=${property}$eq:1`);

          expect(status).to.equal(400);
          expect(body.errorCode).to.equal('E01010');
          expect(body.allowedFilteringFields).to.deep.equal(resource.filterable);
          expect(body.message + JSON.stringify(body.errors)).to.contain(property);
        });

        it('refuses a sort by a property that is not sortable', async () => {
          const { status, body } = await read(`${url()}?sort=self`);

          expect(status).to.equal(400);
          expect(body.errorCode).to.equal('E01020');
        });

        it('answers 404 for an item that is not there, and 405 for PUT and PATCH on the collection', async () => {
          const missing = await read(`${url()}/zz9`);
          const put = await send('PUT', url(), {});
          const patch = await send('PATCH', url(), {});

          expect(missing.status).to.equal(404);
          expect(missing.body).to.include({ errorCode: 'E06000', httpStatusCode: 404 });
          expect(put.status).to.equal(405);
          expect(put.headers.get('allow')).to.contain('GET');
          expect(patch.status).to.equal(405);
        });

        it('answers 401 with a demo link without credentials (§5.2)', async () => {
          const { status, body } = await service.ask(url());

          expect(status).to.equal(401);
          expect(body.errorCode).to.equal('E02000');
          expect(body.demoLink).to.equal(`${service.base}${url()}?demo=true`);
        });

        it('carries demo=true on every link when asked that way (D98)', async () => {
          const { status, body } = await service.ask(`${url()}?demo=true&pagesize=3`);

          expect(status).to.equal(200);
          const links = linksIn(body, service.base);
          expect(links).to.have.length.greaterThan(3);
          for (const link of links) expect(link).to.match(/\?demo=true(&|$)/);
        });

        it('describes itself', async () => {
          const routes = await service.ask(`/api-resources/${resource.collection}`);
          const schema = await service.ask(`/schema/${resource.collection}.get.schema.json`);

          expect(routes.body.routes[0]).to.deep.include({
            method: 'GET',
            path: `${service.base}${url()}`,
          });
          expect(schema.body).to.deep.include({
            filterable: resource.filterable,
            sortable: resource.sortable,
          });
        });

        it('names every member of its items in their schema, links too', async () => {
          const { body } = await read(`${url()}?pagesize=3`);
          const schema = await service.ask(`/schema/${resource.collection}.get.schema.json`);

          for (const item of body.collection as readonly object[]) {
            expect(Object.keys(schema.body.properties as object)).to.include.members(Object.keys(item));
          }
        });
      });
    }

    /** Writing: create, replace, remove, and every way in which a body is wrong. */
    function writingSuite({
      resource,
      examples,
      wrong,
      parent,
      putCreates,
      urlWins,
      keyFollows,
    }: Fixture): void {
      const isReplaced = resource.operations.includes('replace');
      const [first, second] = examples;
      let collection = '';
      const begin = async (): Promise<void> => {
        collection = collectionPath(service, resource);
        if (parent === undefined) return;
        const made = await send('POST', `/${parent.resource.collection}`, parent.body);
        collection = `${new URL(made.headers.get('location') ?? '').pathname}/${parent.at ?? resource.collection}`;
      };
      // They leave nothing behind, so that nothing is made or removed for each.
      describe(`${resource.collection} · refused bodies`, () => {
        before(begin);

        for (const [name, field] of Object.entries(resource.fields)) {
          if (isRequired(field) && name in first) {
            it(`refuses a body without ${name}, naming it`, async () => {
              const { [name]: _, ...without } = first;

              const { status, body } = await send('POST', collection, without);

              expect(status).to.equal(400);
              expect(body.errorCode).to.equal('E00500');
              expect(body.errors[0].message).to.contain(name);
            });
          }
          if (name in first) {
            it(`refuses null for ${name} (D101)`, async () => {
              const { status, body } = await send('POST', collection, { ...first, [name]: null });

              expect(status).to.equal(400);
              expect(JSON.stringify(body.errors)).to.contain(name);
            });
          }
        }

        for (const [name, value] of Object.entries(wrong)) {
          it(`refuses a wrong ${name}, naming it`, async () => {
            const { status, body, text } = await send('POST', collection, { ...first, [name]: value });

            expect(status, text).to.equal(400);
            expect(body.errorCode).to.match(/^E(00500|04500|04740|10380)$/);
            const { propertyName, missing } = body.errors[0].additionalData;
            expect(propertyName ?? missing[0], text).to.match(new RegExp(`^${name}`));
          });
        }
      });

      describe(`${resource.collection} · writing`, () => {
        beforeEach(async () => {
          await begin();
          for (const example of examples) await removeByKey(example);
        });

        const removeByKey = async (body: Readonly<Record<string, unknown>>): Promise<void> => {
          const key = body[resource.key];
          if (key !== undefined) await send('DELETE', `${collection}/${routeEscaped(key as string)}`);
        };

        it('creates: 201, the thing, and where it is', async () => {
          const created = await send('POST', collection, first);

          expect(created.status, created.text).to.equal(201);
          expect(created.headers.get('location')).to.equal(created.body.self);
          const { status, body, headers } = await read(created.body.self as string);
          expect(status).to.equal(200);
          expect(body).to.deep.include(created.body);
          expect(plainTag(headers)).to.equal(plainTag(created.headers));
          expect(body).to.deep.include(withoutReferences(resource, first));
          await send('DELETE', created.body.self as string);
        });

        // An accounting year can only follow the last one, which no example knows.
        if (resource.example !== undefined && keyFollows !== true) {
          const { example } = resource;
          it('takes the example of the description', async () => {
            await removeByKey(example);

            const created = await send('POST', collection, example);

            expect(created.status, created.text).to.equal(201);
            await send('DELETE', created.body.self as string);
          });
        }

        it('offers its actions on the single item', async () => {
          const created = await send('POST', collection, second);

          const { body } = await read(created.body.self as string);

          expect('replace' in body.metaData).to.equal(resource.operations.includes('replace'));
          expect(body.metaData.delete).to.include({ httpMethod: 'delete', href: created.body.self });
        });

        it('ignores unknown and read-only members, and what tries to be more (D102, G29)', async () => {
          const extra = {
            self: 'http://x',
            metaData: {},
            lastUpdated: 'never',
            agreementNumber: theirs.agreementNumber,
            constructor: { prototype: 1 },
            unknown: { deep: [null] },
          };

          const { status, text } = await send('POST', collection, { ...second, ...extra });

          expect(status, text).to.equal(201);
          expect(text).not.to.contain('"unknown"');
        });

        (isReplaced ? it : nothing)('replaces it whole', async () => {
          const created = await send('POST', collection, first);
          const { [resource.key]: _, ...rest } = second;

          const replaced = await send('PUT', created.body.self as string, rest);

          expect(replaced.status, replaced.text).to.equal(200);
          const again = await read(created.body.self as string);
          expect(again.body).to.deep.include(replaced.body);
          for (const name of Object.keys(first)) {
            const field = resource.fields[name] as FieldData;
            if (field.use === 'optional' && !(name in second))
              expect(again.body, name).not.to.have.property(name);
          }
        });

        (isReplaced ? it : nothing)('is changed only in the state that If-Match names', async () => {
          const created = await send('POST', collection, first);
          const tag = created.headers.get('etag') ?? '';
          const { [resource.key]: _, ...rest } = second;

          const changed = await send('PUT', created.body.self as string, rest, { 'If-Match': tag });
          const late = await send('PUT', created.body.self as string, rest, { 'If-Match': tag });
          const lateDelete = await send('DELETE', created.body.self as string, undefined, {
            'If-Match': tag,
          });

          expect(changed.status, changed.text).to.equal(200);
          expect(late.status).to.equal(412);
          expect(late.body.errorCode).to.equal('E05120');
          expect(lateDelete.status).to.equal(412);
        });

        it('answers 304 to who has it already', async () => {
          const created = await send('POST', collection, first);

          const { status, text } = await service.ask(created.body.self as string, {
            headers: { ...ours.tokens, 'If-None-Match': created.headers.get('etag') ?? '' },
          });

          expect(status).to.equal(304);
          expect(text).to.equal('');
        });

        it('removes it: 204, then 404', async () => {
          const created = await send(
            'POST',
            collection,
            resource.collection === 'alias-layers' ? second : first,
          );

          const removed = await send('DELETE', created.body.self as string);
          const again = await send('DELETE', created.body.self as string);

          expect(removed.status, removed.text).to.equal(204);
          expect(removed.text).to.equal('');
          expect(again.status).to.equal(404);
          expect((await read(created.body.self as string)).status).to.equal(404);
        });

        const chosen = resource.fields[resource.key]?.use === 'key';
        const creates = chosen || putCreates === true;
        it(
          creates ? 'is created by PUT when missing (amendment 36)' : 'is not created by PUT (amendment 36)',
          async () => {
            const key = chosen ? routeEscaped(first[resource.key] as string) : '987654';
            const { [resource.key]: _, ...rest } = first;

            const put = await send('PUT', `${collection}/${key}`, rest);

            expect(put.status, put.text).to.equal(isReplaced ? (creates ? 201 : 404) : 405);
            if (creates) expect(put.headers.get('location')).to.equal(put.body.self);
          },
        );

        if (resource.fields[resource.key]?.use !== 'generatedKey' && keyFollows !== true) {
          it('refuses an identifier that exists already (D189)', async () => {
            const created = await send('POST', collection, first);
            const key = created.body[resource.key] as unknown;

            const again = await send('POST', collection, { ...second, [resource.key]: key });

            expect(again.status, again.text).to.equal(400);
            expect(again.body.errorCode).to.equal('E06010');
            expect(again.body.errors[0].additionalData).to.deep.equal({ propertyName: resource.key });
          });
        }

        if (keyFollows !== true) {
          it(
            urlWins === true
              ? "takes the URL's identifier whatever the body's is (§4.2)"
              : 'refuses another identifier in the body than in the URL (D128)',
            async () => {
              const created = await send('POST', collection, second);
              const other = typeof created.body[resource.key] === 'number' ? 77_777 : 'other';

              const put = await send('PUT', created.body.self as string, {
                ...second,
                [resource.key]: other,
              });

              expect(put.status).to.equal(urlWins === true ? 200 : 400);
              if (urlWins === true) expect(put.body[resource.key]).to.equal(created.body[resource.key]);
              else {
                expect(put.body.errorCode).to.equal('E10650');
                expect(JSON.stringify(put.body.errors)).to.contain(resource.key);
              }
            },
          );
        }

        it('is not there for another agreement: the same answer as for what is nowhere (G27)', async () => {
          const created = await send('POST', collection, first);
          const self = created.body.self as string;

          const foreign = await read(self, theirs.tokens);
          const put = await service.ask(self, { method: 'DELETE', headers: theirs.tokens });

          expect(foreign.status === 404 || resource.within === undefined, self).to.equal(true);
          if (foreign.status !== 404) expect(foreign.text).not.to.equal((await read(self)).text);
          expect([404, 204, 400]).to.contain(put.status);
          expect((await read(self)).status).to.equal(200);
        });

        it('replays under an idempotency key, and refuses the key for another request (amendment 139)', async () => {
          const key = { 'Idempotency-Key': `${resource.collection}-${Math.random()}` };

          const once = await send('POST', collection, first, key);
          const twice = await send('POST', collection, first, key);
          const other = await send('POST', collection, second, key);

          expect(once.status, once.text).to.equal(201);
          expect(twice.text).to.equal(once.text);
          expect(twice.headers.get('location')).to.equal(once.headers.get('location'));
          expect(twice.headers.get('idempotent-replayed')).to.equal('true');
          expect(once.headers.get('idempotent-replayed')).to.equal(null);
          expect(other.body.errorCode).to.equal('E09010');
        });

        it('is read-only in the demo agreement (D97)', async () => {
          const within = parent && `/${parent.resource.collection}/1/${parent.at ?? resource.collection}`;
          const target = within ?? collectionPath(service, resource);

          const { status, body } = await service.ask(`${target}?demo=true`, { method: 'POST', body: first });

          expect(status).to.equal(403);
          expect(body.errorCode).to.equal('E03010');
        });

        it('shows the schema of its bodies', async () => {
          const post = await service.ask(`${collection}/schema/post`);

          expect(post.status).to.equal(200);
          expect(post.body.type).to.equal('object');
          const shown = Object.entries(resource.fields).filter(([, { internal }]) => internal !== true);
          expect(Object.keys(post.body.properties as object)).to.deep.equal(shown.map(([name]) => name));
        });
      });
    }

    describe('roles (§5.4, D13)', () => {
      it('reach exactly the rows that name them, and SuperUser all', async () => {
        const sales = await ours.grant(['Sales']);
        const bookKeeping = await ours.grant(['BookKeeping']);
        const project = await ours.grant(['ProjectEmployee']);
        const rows = service.service.endpoints.filter(
          (row: Endpoint) => row.method === 'GET' && !row.path.includes(':'),
        );
        expect(rows).to.have.length.greaterThan(10);

        for (const row of rows) {
          if (row.access === 'open' || row.access === 'administrator' || row.path.includes('schema'))
            continue;
          const named = Array.isArray(row.access) ? (row.access as readonly string[]) : undefined;
          for (const [role, { tokens }] of [
            ['Sales', sales],
            ['BookKeeping', bookKeeping],
            ['ProjectEmployee', project],
          ] as const) {
            const { status, body } = await read(row.path, tokens);
            const allowed = named === undefined || named.includes(role);

            if (allowed) expect([200, 501], `${role} ${row.path}`).to.contain(status);
            else expect([status, body.errorCode], `${role} ${row.path}`).to.deep.equal([403, 'E03000']);
          }
        }
      });
    });
  });
}

/** Where the collection is: at its own name, or where its rows say (`/v2/invoices/drafts`). */
function collectionPath({ service }: ServiceUnderTest, { collection }: AnyResource): string {
  const row = service.endpoints.find(
    ({ serves }) => serves?.as === 'collection' && serves.resource.collection === collection,
  );
  return row?.path ?? `/${collection}`;
}

function valueAt(item: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], item);
}

/** The tag without the encoding that a longer answer carries (ADR 8). */
function plainTag(headers: Headers): string | undefined {
  return headers.get('etag')?.replace(/-(br|gzip)"$/, '"');
}

/** Stands where a test would, for what a resource cannot do. */
function nothing(): void {
  return undefined;
}

/** A member of what a reference names: asked for, but not answered. */
function isAskedThrough(resource: AnyResource, property: string): boolean {
  const [head = '', member = ''] = property.split('.');
  const kind = resource.fields[head]?.kind;
  return kind?.type === 'reference' && member in (kind.lookup ?? {});
}

function sameFolded(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;
}

function filterEscaped(text: string): string {
  return text.replace(/[$()*,[\]]/g, (character) => `$${character}`);
}

function linksIn(value: unknown, base: string): readonly string[] {
  if (typeof value === 'string') return value.startsWith(base) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => linksIn(one, base));
}

/** The selfs of references inside an item. */
function selfsBelow(item: Item): readonly string[] {
  const { self: _, ...rest } = item;
  const below = (value: unknown): readonly string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) => (name === 'self' ? [String(one)] : below(one)));
  };
  return below(rest);
}

/**
 * The members of a body that come back as they were sent: plain ones, whose
 * spelling the service does not choose.
 */
function withoutReferences(
  resource: AnyResource,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => {
      const kind = kindAt(resource, name)?.type;
      const isPlain = kind === 'string' || kind === 'integer' || kind === 'decimal' || kind === 'boolean';
      return isPlain && fieldAt(resource, name)?.needs === undefined;
    }),
  );
}
