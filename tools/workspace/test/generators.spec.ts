import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { expect } from 'chai';
import { contextGenerator, resourceGenerator } from '../src/index.js';
import { namesOf, pluralOf, singularOf } from '../src/names.js';
import { root } from './copy-of-workspace.js';

/** What the generators read and change. */
const HOUSE = [
  'package.json',
  'apps/api/package.json',
  'apps/api/src/services-over.ts',
  'libs/adapters/http/package.json',
  'libs/adapters/http/src/context-types.ts',
  'libs/adapters/http/src/contexts.ts',
  'libs/adapters/sql/src/migrations/migrations.ts',
  'libs/adapters/sql/src/migrations/1795159750000-initial-schema.ts',
  'libs/app-settings/src/app-settings.catalogue.ts',
  'libs/products/src/unit/unit.resource.ts',
];

describe('the generators', function () {
  let tree: Tree;
  beforeEach(() => {
    tree = createTreeWithEmptyWorkspace();
    tree.write('.oxfmtrc.json', readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));
    for (const path of HOUSE) tree.write(path, readFileSync(join(root, path), 'utf8'));
  });
  const text = (path: string): string => tree.read(path, 'utf8') ?? '';
  const migrationsOf = (collection: string): readonly string[] =>
    tree
      .children('libs/adapters/sql/src/migrations')
      .filter((name) => new RegExp(`^\\d{13}-${collection}\\.ts$`).test(name));
  const refused = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return (error as Error).message;
    }
    return 'nothing';
  };

  it('write a context with the tags that the walls are made of', async () => {
    await contextGenerator(tree, { name: 'fixed-assets' });

    const { name, nx } = JSON.parse(text('libs/fixed-assets/package.json')) as {
      name: string;
      nx: { tags: readonly string[] };
    };
    expect(name).to.equal('@kontor/fixed-assets');
    expect(nx.tags).to.deep.equal(['layer:domain', 'scope:fixed-assets']);
  });

  it('name things in the forms that the house writes them in', async () => {
    await contextGenerator(tree, { name: 'fixed-assets', role: 'Sales' });

    expect(text('libs/fixed-assets/src/fixed-asset/fixed-asset.resource.ts')).to.contain(
      "export const FixedAsset = resource('fixed-assets', 'fixed asset', {",
    );
    const [migration = ''] = migrationsOf('fixed-assets');
    expect(text(`libs/adapters/sql/src/migrations/${migration}`)).to.contain(
      "['agreement_number', 'fixed_asset_number']",
    );
    expect(text('libs/adapters/sql/src/migrations/migrations.ts')).to.contain(
      `./${migration.replace('.ts', '.js')}`,
    );
    expect(text('libs/adapters/http/src/contexts.ts')).to.contain(
      '{ context: fixedAssetsContext, endpoints: fixedAssetsEndpoints },',
    );
    expect(text('libs/adapters/http/src/fixed-assets/fixed-assets.endpoints.ts')).to.contain(
      "{ read: ['Sales'], handlers: fixedAssetsHandlers }",
    );
  });

  it('name migrations as TypeORM orders them: each later than all that are there', async () => {
    const ahead = Date.now() + 3_600_000;
    tree.write(`libs/adapters/sql/src/migrations/${ahead}-from-tomorrow.ts`, '');

    await contextGenerator(tree, { name: 'warehousing', resource: 'warehouse' });
    await resourceGenerator(tree, { name: 'shelf', context: 'warehousing', plural: 'shelves' });

    expect([...migrationsOf('warehouses'), ...migrationsOf('shelves')]).to.deep.equal([
      `${ahead + 1}-warehouses.ts`,
      `${ahead + 2}-shelves.ts`,
    ]);
    const listed = text('libs/adapters/sql/src/migrations/migrations.ts');
    expect(listed).to.match(new RegExp(`Warehouses${ahead + 1},\\s+Shelves${ahead + 2},\\s+\\];`));
  });

  it('leave no sign of a template behind', async () => {
    await contextGenerator(tree, { name: 'warehousing', resource: 'warehouse' });
    await resourceGenerator(tree, { name: 'shelf', context: 'warehousing', plural: 'shelves' });

    const made = tree.listChanges().filter(({ path }) => /warehous|shel/.test(path));
    expect(made).to.have.length.greaterThan(20);
    for (const { path } of made) expect(path + text(path), path).not.to.match(/<%|%>|__|\.template/);
  });

  it('say above everything that a file lets out what it is, as the style of the house asks', async () => {
    await contextGenerator(tree, { name: 'warehousing', resource: 'warehouse' });
    await resourceGenerator(tree, { name: 'shelf', context: 'warehousing', plural: 'shelves' });

    const made = tree
      .listChanges()
      .map(({ path }) => path)
      .filter(
        (path) =>
          /(warehousing|sql)\/.*\.ts$/.test(path) && !/(spec|fixture|index)\.ts$|migrations/.test(path),
      );
    const bare = made.flatMap((path) => {
      const lines = text(path).split('\n');
      const exported = lines.flatMap((line, index) => {
        const name = /^export (?:const|type|function) (\w+)/.exec(line)?.[1];
        return name === undefined ? [] : [{ name, isTold: lines[index - 1]?.endsWith('*/') === true }];
      });
      // A type and a declaration that share a name share what is said of either.
      const told = new Set(exported.filter(({ isTold }) => isTold).map(({ name }) => name));
      return exported.flatMap(({ name }) => (told.has(name) ? [] : [`${path}: ${name}`]));
    });
    expect(made).to.have.length.greaterThan(8);
    expect(bare).to.deep.equal([]);
  });

  it('refuse a context that is there, and a resource that is declared', async () => {
    expect(await refused(contextGenerator(tree, { name: 'products' }))).to.contain('libs/products is there');
    expect(await refused(contextGenerator(tree, { name: 'measures', resource: 'unit' }))).to.contain(
      'declared already, in libs/products/src/unit/unit.resource.ts',
    );
    await contextGenerator(tree, { name: 'measures' });
    expect(await refused(resourceGenerator(tree, { name: 'unit', context: 'measures' }))).to.contain(
      'declared already',
    );
  });

  it('refuse a resource in no context, and in one that keeps its own in another way', async () => {
    expect(await refused(resourceGenerator(tree, { name: 'shelf', context: 'nowhere' }))).to.contain(
      'there is no context nowhere',
    );
    expect(await refused(resourceGenerator(tree, { name: 'shelf', context: 'app-settings' }))).to.contain(
      'there is no CATALOGUE',
    );
  });

  it('refuse a name that is not in kebab-case', async () => {
    for (const name of ['Warehousing', 'ware_housing', '', '../x', 'x2']) {
      expect(await refused(contextGenerator(tree, { name })), name).to.contain('kebab-case');
    }
  });

  it('know the plurals and singulars of most nouns', () => {
    expect(['warehouse', 'box', 'category', 'day', 'batch'].map(pluralOf)).to.deep.equal([
      'warehouses',
      'boxes',
      'categories',
      'days',
      'batches',
    ]);
    expect(['budgets', 'categories', 'warehousing', 'business'].map(singularOf)).to.deep.equal([
      'budget',
      'category',
      'warehousing',
      'business',
    ]);
    expect(namesOf('vat-account')).to.deep.equal({
      kebab: 'vat-account',
      camel: 'vatAccount',
      pascal: 'VatAccount',
      snake: 'vat_account',
      words: 'vat account',
      sentence: 'Vat account',
    });
  });
});
