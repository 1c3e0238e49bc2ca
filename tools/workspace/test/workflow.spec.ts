import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse, parseDocument } from 'yaml';
import { root } from './copy-of-workspace.js';

type Step = { readonly name?: string; readonly uses?: string; readonly run?: string };
type Job = {
  readonly env: Readonly<Record<string, string>>;
  readonly strategy: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly services: { readonly database: { readonly image: string; readonly ports: readonly string[] } };
  readonly steps: readonly Step[];
};

const document = parseDocument(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'), {
  uniqueKeys: true,
});
const { jobs } = document.toJS() as { jobs: Readonly<Record<'affected' | 'everything', Job>> };
const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
  engines: { node: string };
};

type Campaign = Readonly<Record<'folder' | 'spec' | 'budget', string>>;

const nightly = parse(readFileSync(join(root, '.github/workflows/nightly.yml'), 'utf8')) as {
  readonly jobs: {
    readonly campaigns: { readonly strategy: { readonly matrix: { readonly include: readonly Campaign[] } } };
  };
};

describe('the workflow of the night', () => {
  it('runs specs that are there, with budgets that they read', () => {
    const campaigns = nightly.jobs.campaigns.strategy.matrix.include;

    expect(campaigns).not.to.have.length(0);
    for (const { folder, spec, budget } of campaigns) {
      const source = readFileSync(join(root, folder, spec), 'utf8');
      for (const word of budget.split(' '))
        expect(source, spec).to.contain(`process.env['${word.split('=')[0]}']`);
    }
  });
});

describe('the workflow of CI', () => {
  it('is YAML without a complaint', () => {
    expect([...document.errors, ...document.warnings]).to.deep.equal([]);
  });

  it('runs what is affected on every Node and both databases that we promise', () => {
    const { strategy, services, env } = jobs.affected;

    expect(strategy.matrix['node']).to.deep.equal([20, 22, 24]);
    for (const node of strategy.matrix['node'] ?? []) expect(engines.node).to.contain(String(node));
    const databases = strategy.matrix['database']?.map((image) => String(image).split('@')[0]);
    expect(databases).to.deep.equal(['mysql:8.4', 'mariadb:11.4']);
    expect(services.database.image).to.equal('${{ matrix.database }}');
    expect(new URL(env['TEST_MYSQL_URL'] ?? '').port).to.equal(services.database.ports[0]?.split(':')[0]);
  });

  it('builds, tests and checks what is affected, and nothing else', () => {
    const commands = jobs.affected.steps.map(({ run }) => run);

    expect(commands).to.include('npx nx affected -t lint typecheck test build');
    expect(commands.join()).not.to.contain('run-many');
    expect(jobs.affected.env['NX_BASE']).to.contain('pull_request.base.sha');
  });

  it('runs commands that are there', () => {
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

    expect(commands).to.have.length.greaterThan(7);
    for (const command of commands) {
      const [, script] = /npm run (?:--silent )?([\w:]+)/.exec(command) ?? [];
      if (script !== undefined) expect(scripts, command).to.have.property(script);
      const [file] = /(?:\.ci\/\w+|tools\/[\w/.-]+)/.exec(command) ?? [];
      if (file !== undefined) expect(existsSync(join(root, file)), command).to.equal(true);
      if (command.startsWith('.ci/')) expect(statSync(join(root, command)).mode & 0o111).not.to.equal(0);
    }
  });

  it('names every action by its commit, or, where that is not known here, by its version', () => {
    const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));

    expect(actions).not.to.have.length(0);
    for (const action of actions) expect(action).to.match(/@(?:[0-9a-f]{40}|v\d+)$/);
  });

  it('is run here by one command, with the steps it has there', () => {
    const plan = execFileSync(process.execPath, [join(root, 'tools/affected.mjs'), '--plan'], {
      encoding: 'utf8',
    });
    const { steps } = jobs.affected;

    const from = steps.findIndex(({ name }) => name === 'lock');
    expect(from).to.be.greaterThan(0);
    expect(scripts['affected']).to.equal('node tools/affected.mjs');
    expect(plan.trim().split('\n')).to.deep.equal(steps.slice(from).map(({ run }) => run));
  });
});
