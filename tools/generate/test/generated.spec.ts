import { expect } from 'chai';
import { apiEndpoints, bounded, requestBodyIn, type ApiRequest, type Services } from '@kontor/http';
import type { Artefact } from '../src/generate.js';
import { apiSource, type Source } from '../src/source.js';
import { generated, leftOver, readText } from '../src/tree.js';
import { schemaCompiler } from '@kontor/conformance';

type Operation = { readonly operationId: string; readonly responses: Record<string, unknown> };
type Examples = Readonly<Record<string, { readonly value: unknown }>>;
type Document = { readonly paths: Record<string, Record<string, Operation>> };

describe('what is generated', function () {
  // All of it is printed and formatted anew.
  this.timeout(180_000);
  let made: readonly Artefact[];
  let source: Source;
  let document: Document;
  const textOf = (path: string): string => made.find((one) => one.path === path)?.text ?? '';
  before(async () => {
    made = await generated();
    source = await apiSource('0.0.0');
    document = JSON.parse(textOf('docs/api/openapi.json')) as Document;
  });

  it('is what is in the tree (if not: npm run generate)', () => {
    for (const { path, text } of made) expect(readText(path), path).to.equal(text);
  });

  it('leaves nothing of the past behind', () => {
    expect(leftOver(made)).to.deep.equal([]);
  });

  it('is what Nx keeps and restores as the output of generating', () => {
    type Project = {
      readonly nx: { readonly targets: { readonly generate: { readonly outputs: readonly string[] } } };
    };
    const { nx } = JSON.parse(readText('tools/generate/package.json')) as Project;
    const kept = nx.targets.generate.outputs.map((path) => path.replace('{workspaceRoot}/', ''));

    const forgotten = made.filter(
      ({ path }) => !kept.some((one) => path === one || path.startsWith(`${one}/`)),
    );

    expect(forgotten.map(({ path }) => path)).to.deep.equal([]);
  });

  it('leads from home to two things by two names, whatever their stability', () => {
    const { stable, experimental, deprecated } = source.home;
    const names = [stable, experimental, deprecated].flatMap((map) => Object.keys(map));

    expect(names).to.have.length.greaterThan(100);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
  });

  it('is all exported by the SDK', () => {
    const folder = 'libs/sdk/src/generated/';
    const index = textOf(`${folder}index.ts`);
    const files = made
      .filter(({ path }) => path.startsWith(folder))
      .map(({ path }) => path.slice(folder.length))
      .filter((file) => file !== 'index.ts');

    expect(readText('libs/sdk/src/index.ts')).to.contain("export type * from './generated/index.js';");
    expect(files).to.include.members(['error-codes.ts', 'home.ts', 'ledger.ts', 'products.ts']);
    for (const file of files) expect(index).to.contain(`'./${file.replace(/ts$/, 'js')}'`);
  });

  it('describes bodies and items as the service does', async () => {
    const served = apiEndpoints(source.about);
    const folder = 'docs/api/schema/';
    const schemas = made.filter(({ path }) => path.startsWith(folder));

    for (const { path, text } of schemas) {
      const row = served.find((one) => one.path === `/schema/${path.slice(folder.length)}`);
      const answer = row?.method === 'GET' ? await row.perform({} as Services, {} as ApiRequest) : undefined;
      const body = answer?._tag === 'Right' ? (answer.right.body ?? '') : '{}';
      expect(JSON.parse(text), path).to.deep.equal(JSON.parse(body));
    }
  });

  it('describes each body as the service does beside its collection, at …/schema/post and …/schema/put', async () => {
    const served = apiEndpoints(source.about);
    const taking = source.endpoints.flatMap((row) => {
      const taken = requestBodyIn(row);
      return taken === undefined ? [] : [{ row, taken }];
    });

    expect(taking).to.have.length.greaterThan(40);
    for (const { row, taken } of taking) {
      const collection = row.serves?.as === 'item' ? row.path.slice(0, row.path.lastIndexOf('/')) : row.path;
      const at = `${collection}/schema/${taken.purpose}`;
      const schemaRow = served.find(({ path }) => path === at);
      const answer =
        schemaRow?.method === 'GET' ? await schemaRow.perform({} as Services, {} as ApiRequest) : undefined;
      const { $schema, title, ...schema } = JSON.parse(
        answer?._tag === 'Right' ? (answer.right.body ?? '{}') : '{}',
      ) as Record<string, unknown>;
      const body = document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()];
      const ref = refsIn((body as unknown as { requestBody: unknown }).requestBody).find((one) =>
        one.startsWith('#/components/schemas/'),
      );

      expect($schema, at).to.equal('https://json-schema.org/draft/2020-12/schema');
      expect(title, at).to.equal(`${taken.resource.collection}.${taken.purpose}`);
      const told = componentAt(document, ref ?? '') as Record<string, unknown>;
      const most = listMaxIn(body);
      const listed = most !== undefined && {
        $comment: `${String(told['$comment'])} Also taken: a list of 1 to ${most} of these.`,
      };
      expect(bounded(schema), at).to.deep.equal({ ...told, ...listed });
    }
  });

  it('says in its first line where it comes from', () => {
    for (const { path, text } of made.filter((one) => one.path.endsWith('.ts'))) {
      expect(text.split('\n')[0], path).to.equal(
        '// Generated from the resource catalogue by tools/generate. Do not edit.',
      );
    }
  });

  it('ends every file with one line end', () => {
    for (const { path, text } of made) expect(text, path).to.match(/[^\n]\n$/);
  });

  describe('as OpenAPI', () => {
    it('refers to what is there', () => {
      const dangling = refsIn(document).filter((ref) => componentAt(document, ref) === undefined);

      expect(refsIn(document)).to.not.have.lengthOf(0);
      expect(dangling).to.deep.equal([]);
    });

    it('holds nothing that is not referred to', () => {
      const refs = new Set(refsIn(document));
      const { components } = document as unknown as { components: Record<string, Record<string, unknown>> };
      const held = Object.entries(components)
        .filter(([section]) => section !== 'securitySchemes')
        .flatMap(([section, all]) => Object.keys(all).map((name) => `#/components/${section}/${name}`));

      expect(held.filter((ref) => !refs.has(ref))).to.deep.equal([]);
    });

    it('tells every row, and nothing else', () => {
      const rows = source.endpoints.map(
        ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
      );
      const told = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method} ${path}`),
      );

      expect(told).to.have.members(rows);
      expect(rows).to.include.members(['get /', 'post /products', 'put /products/{productNumber}']);
    });

    it('names every operation once', () => {
      const names = operationsOf(document).map(({ operationId }) => operationId);

      expect(names).to.have.lengthOf(new Set(names).size);
      expect(names).to.include.members(['getHome', 'listProducts', 'replaceProduct', 'removeAliasLayer']);
    });

    it('gives each operation an answer and its refusals', () => {
      for (const { operationId, responses } of operationsOf(document)) {
        expect(
          Object.keys(responses).some((status) => /^2\d\d$/.test(status)),
          operationId,
        ).to.be.true;
        expect(responses, operationId).to.include.keys('400', '500', 'default');
      }
    });

    it('shows an example of every item, page and body, each valid by its schema', () => {
      const ajv = schemaCompiler();
      ajv.addVocabulary(Object.keys(document));
      ajv.addSchema({ $id: 'openapi', ...document }, 'openapi');
      const { examples } = (document as unknown as { components: { examples: Examples } }).components;

      expect(Object.keys(examples)).to.include.members(['Product', 'ProductPage', 'ProductDraft']);
      for (const [name, { value }] of Object.entries(examples)) {
        const validate = ajv.getSchema(`openapi#/components/schemas/${name}`);
        expect(validate?.(value), `${name}: ${JSON.stringify(validate?.errors)}`).to.be.true;
      }
    });

    it('tells by which codes an operation refuses, and only by such as there are', () => {
      const { responses } = document.paths['/vat-accounts/{vatCode}']?.['delete'] as Operation;

      expect(Object.keys(responses)).to.deep.equal([
        '204',
        '400',
        '401',
        '403',
        '404',
        '412',
        '415',
        '429',
        '500',
        '503',
        'default',
      ]);
      expect(responses['400']).to.deep.equal({
        $ref: '#/components/responses/BadRequest.E01040.E09000.E09010.E10040.E10050.E10400',
      });
    });

    it('holds schemas that compile', () => {
      const ajv = schemaCompiler();
      ajv.addVocabulary(Object.keys(document));
      ajv.addSchema({ $id: 'openapi', ...document }, 'openapi');
      const { components } = document as unknown as {
        components: { schemas: object; responses: Record<string, { content?: unknown }> };
      };

      for (const name of Object.keys(components.schemas)) {
        expect(ajv.getSchema(`openapi#/components/schemas/${name}`), name).to.be.a('function');
      }
      for (const [name, { content }] of Object.entries(components.responses)) {
        const at = `openapi#/components/responses/${name}/content/application~1json/schema`;
        if (content !== undefined) expect(ajv.getSchema(at), name).to.be.a('function');
      }
    });
  });

  describe('of home', () => {
    it('has every row that can be read, and what is done at an address of its own', () => {
      const shown = Object.values(source.home).flatMap((map) =>
        typeof map === 'object' ? Object.values(map) : [],
      );
      const readable = source.endpoints
        .filter(({ method, access }) => method === 'GET' && access !== 'open')
        .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'));

      expect(shown).to.have.members([
        ...readable,
        '/accounting-years/{year}/closing',
        '/v2/invoices/booked/{bookedInvoiceNumber}/credit-notes',
        '/vouchers/booked/{voucherId}/reversal',
        '/webhooks/{webhookNumber}/secrets',
        '/webhooks/{webhookNumber}/replays',
        '/webhooks/{webhookNumber}/test',
        '/webhooks/{webhookNumber}/webhook-deliveries/{deliveryNumber}/redeliveries',
      ]);
    });
  });
});

function operationsOf({ paths }: Document): readonly Operation[] {
  return Object.values(paths).flatMap((operations) => Object.values(operations));
}

function refsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
}

/** How many of them a request may list, beside one alone. */
function listMaxIn(body: unknown): number | undefined {
  type Taking = { requestBody: { content: Record<string, { schema: { oneOf?: { maxItems?: number }[] } }> } };
  const { schema } = (body as Taking).requestBody.content['application/json'] ?? {};
  return schema?.oneOf?.find(({ maxItems }) => maxItems !== undefined)?.maxItems;
}

function componentAt(document: unknown, ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}
