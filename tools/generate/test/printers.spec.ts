import { pascalCase } from '@kontor/http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { adrIndex } from '../src/adr-index.printer.js';
import { artefacts } from '../src/generate.js';
import { licencesList } from '../src/licences.printer.js';
import { errorCodesFile, sdkFiles } from '../src/sdk.printer.js';
import { formatted, readText, root } from '../src/tree.js';
import { library, records, Shelf } from './fixture.js';

/**
 * Each file that is made of the library, and what it must be.
 * `UPDATE_GOLDEN=1` writes anew what is then to be read.
 */
const GOLDEN = {
  'docs/api/schema/books.post.schema.json': 'books.post.schema.json',
  'docs/api/schema/books.put.schema.json': 'books.put.schema.json',
  'docs/api/schema/books.get.schema.json': 'books.get.schema.json',
  'docs/api/openapi.json': 'openapi.json',
  'docs/roles.md': 'roles.md',
  'docs/reference/endpoints.md': 'endpoints.md',
  'docs/reference/events.md': 'events.md',
  'docs/reference/limits.md': 'limits.md',
  'docs/reference/filters.md': 'filters.md',
  'docs/adr/README.md': 'adr.md',
  'libs/sdk/src/generated/shelving.ts': 'shelving.ts.txt',
  'libs/sdk/src/generated/reading.ts': 'reading.ts.txt',
  'libs/sdk/src/generated/home.ts': 'home.ts.txt',
} as const;

describe('the printers', () => {
  const made = artefacts(library, records, '1.2.3');

  for (const [path, name] of Object.entries(GOLDEN)) {
    it(`print ${path} as it is in golden/${name}`, async () => {
      const artefact = made.find((one) => one.path === path);
      const golden = `tools/generate/golden/${name}`;

      const { text } = await formatted(artefact ?? { path, text: '' });

      if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(join(root, golden), text);
      expect(text).to.equal(readText(golden));
    });
  }

  it('print a schema for each thing that can be done', () => {
    const schemas = made.map(({ path }) => path).filter((path) => path.startsWith('docs/api/schema/'));

    expect(schemas.map((path) => path.slice('docs/api/schema/'.length))).to.deep.equal([
      'shelves.get.schema.json',
      'books.post.schema.json',
      'books.put.schema.json',
      'books.get.schema.json',
      'copies.post.schema.json',
      'copies.get.schema.json',
    ]);
  });

  it('print the same twice', () => {
    expect(artefacts(library, records, '1.2.3')).to.deep.equal(made);
  });

  it('print an index of no records', () => {
    expect(adrIndex([])).to.contain('None yet.').and.not.contain('|');
  });

  it('print the whole status of a record, also where it takes two lines', () => {
    const text = '# 7. One\n\nStatus: accepted. Adds to\nrecord 3.\n\n## Context\n';

    expect(adrIndex([{ name: '0007-one.md', text }])).to.contain('| One | accepted. Adds to record 3 |');
  });

  it('say of decisions which numbers no record has', () => {
    const named = (...names: string[]) => adrIndex(names.map((name) => ({ name, text: '# 1. One\n' })));

    expect(named('0001-one.md', '0003-three.md', '0005-five.md')).to.contain('the number 0002 or 0004:');
    expect(named('0001-one.md', '0002-two.md')).not.to.contain('No record');
  });

  it('print the licences of what runs, and not of what only development needs', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/@kontor/kernel': { link: true },
      'node_modules/koa': { version: '3.0.0', license: 'MIT' },
      'node_modules/koa/node_modules/@a/b': { version: '1.2.3', license: 'ISC' },
      'node_modules/silent': { version: '1.0.0' },
      'node_modules/unread': { version: '1.0.0' },
      'node_modules/mocha': { version: '12.0.0', license: 'MIT', dev: true },
    };

    const text = licencesList({ packages }, { silent: { licence: 'MIT' } });

    expect(text).to.contain('## ISC\n\n- @a/b 1.2.3\n');
    expect(text).to.contain('## MIT\n\n- koa 3.0.0\n- silent 1.0.0\n');
    expect(text).to.contain('## unknown\n\n- unread 1.0.0\n');
    expect(text).not.to.match(/mocha|kernel/);
  });

  it('print error codes with their conditions', async () => {
    const codes = { E1: { condition: 'First.' }, E2: { condition: 'Second.' } };

    const { text } = await formatted({ path: 'error-codes.ts', text: errorCodesFile(codes) });

    expect(text.split('\n').slice(2)).to.deep.equal([
      '/** One code, one condition. */',
      'export type ErrorCode =',
      '  /** First. */',
      "  | 'E1'",
      '  /** Second. */',
      "  | 'E2'",
      '  /** One that is newer than this package. */',
      '  | (string & {});',
      '',
    ]);
  });

  it('refuse two resources with the same title', () => {
    const twice = {
      ...library,
      contexts: [...library.contexts, { name: 'again', resources: [Shelf], endpoints: [] }],
    };

    expect(() => sdkFiles(twice)).to.throw('shelf');
  });

  it('refuse a home that leads to no row', () => {
    const lost = { ...library, home: { ...library.home, deprecated: { lost: '/lost' } } };

    expect(() => sdkFiles(lost)).to.throw('/lost');
  });

  it('name types in one way, however a title is written', () => {
    expect(['VAT account', 'vat-accounts', 'accountNumber', 'ISBN book'].map(pascalCase)).to.deep.equal([
      'VatAccount',
      'VatAccounts',
      'AccountNumber',
      'IsbnBook',
    ]);
  });
});
