import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Commands that no workflow names, and what runs them, or the same. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  start: 'docs.spec.ts, and `.ci/run` what it starts',
  lint: 'nx affected -t lint',
  typecheck: 'nx affected -t typecheck',
  build: 'nx affected -t build',
  format: 'format:check, which writes nothing',
  check: 'worked-example.spec.ts, with WHOLE_CHECK=1',
  test: 'test:all, which runs more',
  affected: 'the job of its name',
};

describe('what npm runs until it is stopped', () => {
  const STOPPED = `
    process.on('SIGTERM', () => setTimeout(() => { console.log('stopped'); process.exit(0); }, 50));
    setTimeout(() => process.exit(3), 10_000);
    console.log('up');
  `;

  it('is stopped with it, and ends as it ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-npm-'));
    const script = scripts['start'] ?? '';
    const program = join(folder, script.split(' ').at(-1) ?? '');
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, STOPPED);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }));
    try {
      const npm = spawn('npm', ['run', '--silent', 'start'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(npm, 'exit');
      let said = '';
      for await (const piece of npm.stdout) {
        said += String(piece);
        if (said === 'up\n') npm.kill('SIGTERM');
      }

      expect(said).to.equal('up\nstopped\n');
      expect(await ended).to.deep.equal([0, null]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('all workflows', () => {
  const workflows = readdirSync(join(root, '.github/workflows')).map(
    (name) =>
      parse(readFileSync(join(root, '.github/workflows', name), 'utf8')) as {
        readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
      },
  );
  const steps = workflows.flatMap(({ jobs: all }) => Object.values(all).flatMap((job) => job.steps));

  it('run commands that are there', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);

    expect(commands).to.have.length.greaterThan(20);
    for (const command of commands) {
      const [, script] = /npm run (?:--silent )?([\w:-]+)/.exec(command) ?? [];
      if (script !== undefined) expect(scripts, command).to.have.property(script);
      const [file] = /(?:\.ci\/\w+|tools\/[\w/.-]+)/.exec(command) ?? [];
      if (file !== undefined) expect(existsSync(join(root, file)), command).to.equal(true);
      if (command.startsWith('.ci/')) expect(statSync(join(root, command)).mode & 0o111).not.to.equal(0);
    }
  });

  it('run every command that there is, or it would rot unseen', () => {
    const told = ['.ci/run', 'tools/check.mjs'].map((file) => readFileSync(join(root, file), 'utf8'));
    // Some run others.
    const commands = [...steps.flatMap(({ run }) => run ?? []), ...told, ...Object.values(scripts)].join(
      '\n',
    );
    const isRun = (script: string): boolean =>
      new RegExp(`npm (?:run (?:--silent )?)?${script}(?![\\w:-])|'${script}'`).test(commands);
    // npm runs `prestart` before `start`.
    const isBefore = (script: string): boolean => script.startsWith('pre') && script.slice(3) in scripts;
    const left = Object.keys(scripts).filter((script) => !(script in RUN_ELSEWHERE) && !isBefore(script));

    expect(left.filter((script) => !isRun(script))).to.deep.equal([]);
  });

  it('run the long specs too, wherever they run tests, and so does `npm run check`', () => {
    const commands = [...steps.flatMap(({ run }) => run ?? []), ...Object.values(scripts)];
    const testing = commands.filter((command) => /\bnx\b.*\btest\b/.test(command));

    expect(testing).to.have.length.greaterThan(2);
    for (const command of testing) expect(command).to.match(/^TEST_ALL=1 /);
    for (const command of steps.flatMap(({ run }) => run ?? []))
      expect(command).not.to.match(/npm (run (--silent )?)?test(?!:all)/);
    for (const file of ['.ci/run', 'tools/check.mjs'])
      expect(readFileSync(join(root, file), 'utf8'), file).to.contain('test:all');
  });

  it('name every action by its commit, or, where that is not known here, by its version', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);

    expect(actions).to.have.length.greaterThan(20);
    for (const action of actions) expect(action).to.match(/@(?:[0-9a-f]{40}|v\d+)$/);
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

    expect(commands).to.include('TEST_ALL=1 npx nx affected -t lint typecheck test build');
    expect(commands.join()).not.to.contain('run-many');
    expect(jobs.affected.env['NX_BASE']).to.contain('pull_request.base.sha');
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

describe('the workflow of the night', () => {
  it('changes the rules of every context that has some, and the core of the SQL adapter', () => {
    const names = execFileSync(process.execPath, [join(root, 'tools/mutation.mjs'), '--names'], {
      cwd: root,
      encoding: 'utf8',
    });
    // No further than the sources: what tests make beside them comes and goes meanwhile.
    const filesOf = (name: string): readonly string[] => {
      const sources = join(root, 'libs', name, 'src');
      return existsSync(sources) ? readdirSync(sources, { recursive: true, encoding: 'utf8' }) : [];
    };
    const withRules = readdirSync(join(root, 'libs')).filter((name) =>
      filesOf(name).some((path) => path.endsWith('.rules.ts')),
    );
    const night = readFileSync(join(root, '.github/workflows/nightly.yml'), 'utf8');

    expect(JSON.parse(names)).to.have.members([...withRules, 'sql']);
    expect(night).to.contain('node tools/mutation.mjs --names');
    expect(night).to.contain('fromJSON(needs.mutated.outputs.names)');
  });
});
