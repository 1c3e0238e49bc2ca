import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { expect } from 'chai';
import { readText, root } from '../src/tree.js';

/** Of a folder of the repository, with those in it. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);

describe('docs/api/openapi.json', function () {
  it('is without a fault for Redocly, examples and warnings included', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        // `/vouchers/{voucherId}/attachment` is beside `/vouchers/booked/{voucherId}` as it was decided: an
        // id is a number.
        'no-ambiguous-paths': 'off',
      },
    });

    const problems = await lint({ ref: join(root, 'docs/api/openapi.json'), config });

    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    ).to.deep.equal([]);
  });

  it('names no paragraph: who reads it has not read our specification', () => {
    const ownPages = /^(adr|internals|spec)\//;
    const pages = [...filesBelow('docs'), ...filesBelow('libs/sdk/src'), ...filesBelow('libs/sdk/examples')];
    const shown = pages.filter((path) => /\.(md|mts|ts|json)$/.test(path) && !ownPages.test(path.slice(5)));

    expect(shown).to.include.members(['docs/api/openapi.json', 'docs/start.md', 'libs/sdk/src/client.ts']);
    for (const path of [...shown, 'README.md', 'SECURITY.md', 'libs/sdk/README.md'])
      expect(readText(path), path).not.to.match(/§|\bD\d{1,3}\b/);
  });

  it('has a sentence for each operation, and a name that people would choose for what is done', () => {
    const { paths } = JSON.parse(readText('docs/api/openapi.json')) as {
      paths: Record<string, Record<string, { operationId: string; description: string }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));

    expect(operations.map(({ operationId }) => operationId)).to.include.members([
      'bookVoucher',
      'bookInvoice',
      'closeAccountingYear',
      'reopenAccountingYear',
      'createSupplierInvoice',
      'listProducts',
    ]);
    for (const { operationId, description } of operations)
      expect(description, operationId).to.match(/^[A-Z].*\.$/);
  });

  it('has a sentence for each member and each parameter', () => {
    const bare: string[] = [];
    for (const { at, name, description } of toldMembers(described()))
      if (!SENTENCE.test(description ?? '')) bare.push(`${at}.${name}: ${description ?? 'nothing'}`);

    expect(
      bare,
      'Say what it is, with a capital and a full stop at the end: `described(field, words)` in the declaration of the ' +
        'resource or the body; where the name means the same wherever it stands, a line in ' +
        'libs/kernel/src/resource/member-words.ts; for a parameter of a path, PATH_WORDS of ' +
        'libs/adapters/http/src/description/open-api.ts. Then npm run generate.',
    ).to.deep.equal([]);
  });

  it('has an example of everything that is sent and answered', () => {
    const { paths, components } = described();
    const bare: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const answers = Object.entries(responses).map(([status, one]) => {
          const named = '$ref' in one ? components.responses[one.$ref.split('/').at(-1) ?? ''] : one;
          return [status, named?.content] as const;
        });
        for (const [what, content] of [['body', requestBody?.content] as const, ...answers])
          for (const [type, media] of Object.entries(content ?? {}))
            if (media.example === undefined && media.examples === undefined)
              bare.push(`${method} ${path}: ${what} as ${type}`);
      }
    }

    expect(
      bare,
      'Examples are made of what the row declares in `serves`, `gives` and `body`; give the resource an `example`, or ' +
        'what no resource stands behind one in libs/adapters/http/src/description/service-examples.ts.',
    ).to.deep.equal([]);
  });

  it('names no sort by default that is refused when a client sends it', () => {
    const refused = parametersOf('sort').filter(({ description = '', schema }) => {
      const names = description.replace(/^.*: /, '').replace(/\.$/, '').split(', ');
      const order = schema?.default === undefined ? [] : schema.default.split(',');
      return !order.every((name) => names.includes(name.replace('-', '')));
    });

    expect(refused).to.deep.equal([]);
  });

  it('asks of a list that is sent that it has an item, as the service does', () => {
    const lists = Object.values(described().paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema }) => schema?.oneOf?.filter(({ type }) => type === 'array') ?? []);

    expect(lists.map(({ minItems }) => minItems)).to.deep.equal(lists.map(() => 1));
    expect(lists).not.to.deep.equal([]);
  });

  it('has both the number and the self of every reference that is answered', () => {
    const { paths, components } = described();
    const answered = JSON.stringify([
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .map(({ responses }) => responses),
      Object.entries(components.schemas).filter(([name]) => !/(Draft|Replacement)$/.test(name)),
    ]);

    expect(answered).to.contain('"required":["accountNumber","self"]');
    expect(answered).not.to.match(/"anyOf":\[\{"type":"object","required":\["\w+"\]/);
  });

  it('tells the headers of a file: its name, and the ETag of one that stays as it is', () => {
    const { paths } = described();
    const headersOf = (path: string): readonly string[] =>
      Object.keys((paths[path]?.['get']?.responses['200'] as { headers?: object }).headers ?? {});

    expect(headersOf('/exports/csv')).to.include('Content-Disposition').and.not.to.include('ETag');
    for (const path of [
      '/vouchers/{voucherId}/attachment',
      '/v2/invoices/booked/{bookedInvoiceNumber}/pdf',
    ]) {
      expect(headersOf(path), path).to.include.members(['Content-Disposition', 'ETag']);
      expect(paths[path]?.['get']?.parameters, path).to.deep.include({
        $ref: '#/components/parameters/IfNoneMatch',
      });
    }
  });

  it('leads readers of events on by a sequence, and skips no pages, which is refused there', () => {
    const { parameters = [] } = described().paths['/events']?.['get'] ?? {};

    expect(parameters.map(({ $ref }) => $ref)).not.to.include.members(['#/components/parameters/SkipPages']);
    expect(parameters.find(({ name }) => name === 'after')?.schema).to.include({
      type: 'integer',
      minimum: 0,
    });
  });

  it('puts each operation into one context, of which a client is made', () => {
    const { tags, paths } = described();
    const names = tags.map(({ name }) => name);
    const used = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => operation.tags.join());

    expect([...new Set(used)].sort()).to.deep.equal([...names].sort());
    expect(names).to.include.members(['service', 'ledger', 'products', 'sales', 'studio']);
  });
});

const SENTENCE = /^[A-Z0-9`].*[.!?]$/s;

type Told = {
  readonly type?: string;
  readonly minItems?: number;
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Told>>;
  readonly items?: Told;
  readonly anyOf?: readonly Told[];
  readonly oneOf?: readonly Told[];
  readonly allOf?: readonly Told[];
};
type Parameter = Told & { readonly name: string; readonly schema?: { readonly default?: string } };
type Content = Readonly<
  Record<string, { readonly schema?: Told; readonly example?: unknown; readonly examples?: unknown }>
>;
type Described = {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly tags: readonly string[];
            readonly parameters: readonly Parameter[];
            readonly requestBody?: { readonly content: Content };
            readonly responses: Readonly<
              Record<string, { readonly $ref: string } | { readonly content?: Content }>
            >;
          }
        >
      >
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Told>>;
    readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  };
};

function described(): Described {
  return JSON.parse(readText('docs/api/openapi.json')) as Described;
}

function parametersOf(name: string): readonly Parameter[] {
  const operations = Object.values(described().paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ parameters }) => parameters.filter((one) => one.name === name));
}

type Member = { readonly at: string; readonly name: string; readonly description: string | undefined };

function toldMembers({ paths, components }: Described): readonly Member[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => membersOf(name, schema)),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ $ref }) => $ref === undefined)
        .map(({ name, description }) => ({ at: operationId, name, description })),
    ),
  ];
}

/** The members of a schema and of what it is made of; what is told elsewhere is told there. */
function membersOf(at: string, schema: Told): readonly Member[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
    ...(one.$ref === undefined ? [{ at, name, description: one.description }] : []),
    ...membersOf(`${at}.${name}`, one),
  ]);
  const { anyOf = [], oneOf = [], allOf = [], items } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf, ...(items === undefined ? [] : [items])];
  return [...own, ...parts.flatMap((one) => membersOf(at, one))];
}
