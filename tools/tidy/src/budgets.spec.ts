import { dirname } from 'node:path/posix';
import { expect } from 'chai';
import { parse } from 'yaml';
import { pathsBelow, read } from './tree.js';

type Input = string | { readonly env?: string };
type Test = { readonly inputs?: readonly Input[] };
type Campaign = Readonly<Record<'folder' | 'spec' | 'budget', string>>;
type Night = {
  readonly jobs: {
    readonly campaigns: { readonly strategy: { readonly matrix: { readonly include: readonly Campaign[] } } };
  };
};

/** Whatever these say, the same is tested. */
const NO_MATTER = new Set([
  ...['PATH', 'HOME', 'TEST_DISK', 'TEST_RUN_FOLDER', 'TEST_SHARED_MYSQL_URL'],
  // Prints more.
  'LOOP_SAYS',
  // Given by a spec to a process that it starts.
  'RECORD_TO',
]);
/** What says with what is tested, and not how much. */
const SURROUNDINGS = new Set(['CI', 'CHROMIUM_PATH', 'SCREENSHOTS', 'TEST_ALL', 'TEST_MYSQL_URL']);
/** What no campaign raises. */
const NOT_AT_NIGHT = new Set([
  // Promised of a quiet machine, which those of CI are not.
  'LOOP_MS',
  // For seeds that failed: the night wants fresh ones.
  ...['RANDOM_BOOKS_SEED', 'SIMULATION_SEED'],
  // Worlds, and the whole check, have jobs of their own.
  ...['SIMULATION_SECONDS', 'WHOLE_CHECK'],
  // Writes anew what is compared.
  'UPDATE_GOLDEN',
]);

/** Chooses the specs of each project. */
const WHICH_ARE_RUN = 'tools/test/long-specs.mjs';

const json = (path: string): unknown => JSON.parse(read(path).text);
const paths = pathsBelow('apps', 'libs', 'tools');
/** Names of variables that a file reads. */
const readIn = (text: string): readonly string[] =>
  [...text.matchAll(/process\.env\[?[.'"](\w+)/g)].map(([, name = '']) => name);
const testFilesOf = (folder: string): readonly string[] =>
  paths.filter(
    (path) =>
      path.startsWith(`${folder}/`) && (/\.spec\.ts$/.test(path) || path.startsWith(`${folder}/test/`)),
  );

describe('variables that specs read', () => {
  const { targetDefaults } = json('nx.json') as {
    readonly targetDefaults: { readonly test: Required<Test> };
  };
  /** Names of variables by which Nx tells one result of a project's tests from another. */
  function inputsOf({ inputs = ['...'] }: Test): ReadonlySet<string> {
    const all = inputs.flatMap((one) => (one === '...' ? targetDefaults.test.inputs : [one]));
    return new Set(all.flatMap((one) => (typeof one === 'string' ? [] : (one.env ?? []))));
  }

  function forgottenIn(files: readonly string[], test: Test): readonly string[] {
    const inputs = inputsOf(test);
    const isForgotten = (name: string): boolean => !NO_MATTER.has(name) && !inputs.has(name);
    return files.flatMap((path) =>
      readIn(read(path).text)
        .filter(isForgotten)
        .map((name) => `${path}: ${name}`),
    );
  }

  it('are what the results of tests depend on, or Nx would tell an old result again', () => {
    const manifests = paths.filter((path) => path.endsWith('/package.json'));
    const forgotten = manifests.flatMap((manifest) => {
      const { nx } = json(manifest) as { readonly nx?: { readonly targets?: { readonly test?: Test } } };
      return nx?.targets?.test === undefined
        ? []
        : forgottenIn([...testFilesOf(dirname(manifest)), WHICH_ARE_RUN], nx.targets.test);
    });
    const shared = paths.filter((path) => path.startsWith('libs/adapters/conformance/src/'));

    expect([...forgotten, ...forgottenIn([...shared, WHICH_ARE_RUN], {})]).to.deep.equal([]);
  });
});

describe('the workflow of the night', () => {
  const night = parse(read('.github/workflows/nightly.yml').text) as Night;
  const campaigns = night.jobs.campaigns.strategy.matrix.include;
  const raised = campaigns.flatMap(({ folder, spec, budget }) =>
    budget.split(' ').map((word) => `${folder}/${spec}: ${word.split('=')[0]}`),
  );

  it('runs specs that are there, with budgets that they read', () => {
    expect(campaigns).not.to.have.length(0);
    for (const { folder, spec, budget } of campaigns) {
      const known = readIn(read(`${folder}/${spec}`).text);
      for (const word of budget.split(' ')) expect(known, spec).to.include(word.split('=')[0]);
    }
  });

  it('raises every budget of every spec', () => {
    const budgets = paths
      .filter((path) => path.endsWith('.spec.ts'))
      .flatMap((path) => readIn(read(path).text).map((name) => ({ path, name })))
      .filter(({ name }) => ![NO_MATTER, SURROUNDINGS, NOT_AT_NIGHT].some((names) => names.has(name)))
      .map(({ path, name }) => `${path}: ${name}`);

    expect(budgets).to.have.length.greaterThan(10);
    expect(budgets.filter((budget) => !raised.includes(budget))).to.deep.equal([]);
  });
});
