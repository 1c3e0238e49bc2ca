import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeBlocksIn, type CodeBlock } from '@kontor/conformance';
import { verifyWebhook } from '@kontor/sdk/webhooks';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { examples, type Examples } from './support/example.js';

/*
 * The samples of README.md and of docs/, run as they are written, against one service. What the
 * fences mean stands in docs/README.md, "About the samples". The shell samples of a page have an agreement of
 * their own, with the tokens and the words of docs/start.md, and its program has another one.
 */

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
/**
 * How many blocks of each page are commands that no test runs. One more is a
 * decision: run it instead, if it can be.
 */
const NOT_RUN: Readonly<Record<string, number>> = {
  'README.md': 2,
  'docs/start.md': 1,
  'docs/guides/moving.md': 1,
  'docs/guides/webhooks.md': 1,
  'docs/operating/README.md': 1,
  // What notes heads and looks for them (`kontor verify --since`) is run by verify.spec.ts of the command,
  // and playing back the binary log by backup.spec.ts there.
  'docs/operating/backup.md': 9,
  'docs/operating/failures.md': 1,
  'docs/operating/galera.md': 1,
  // The SQL of records, here and in upgrade.md, is run by audit.spec.ts of the service.
  'docs/operating/monitoring.md': 5,
  'docs/operating/tls.md': 1,
  'docs/operating/upgrade.md': 2,
};
/** Pages whose samples are run where a browser is: `guide-to-browsers.browser.spec.ts`. */
const IN_A_BROWSER = ['docs/guides/browsers.md'];
/** How many shell samples of each page have no TypeScript beside them: they run the `kontor` command. */
const ONLY_IN_SHELL: Readonly<Record<string, number>> = {
  'docs/start.md': 1,
  'docs/guides/moving.md': 1,
};
/** Pages for people who write clients. */
const OF_CLIENTS = /^docs\/(start\.md|guides\/|concepts\/)/;
/** Pages that make their books themselves. */
const ON_THEIR_OWN = ['README.md', 'docs/start.md'];
const RUN = ['sh', 'ts'];
const SHOWN = ['json', 'text'];
/** Generated, and records of decisions: they have no samples. */
const OF_OTHERS = /^docs\/(adr|reference)\//;

type Page = { readonly path: string; readonly text: string; readonly blocks: readonly CodeBlock[] };

/** The tables of docs/guides/migration.md, and the schemas they are about. */
const DOCUMENTS = {
  Accounts: 'Account',
  Customers: 'Customer',
  'Contacts of customers': 'CustomerContact',
  Suppliers: 'Supplier',
  Products: 'Product',
  'Draft invoices': 'DraftInvoice',
  'Booked invoices': 'BookedInvoice',
  Vouchers: 'DraftVoucher',
  Entries: 'Entry',
  'VAT accounts': 'VatAccount',
  Periods: 'Period',
  'Payment terms': 'PaymentTerm',
};
type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
type Schemas = Readonly<Record<string, Schema>>;

const MARK = '--- sample at line ';
/** The address that the pages write. */
const WRITTEN = 'http://localhost:3000';
const PAGES: readonly Page[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path}`)
    .filter((path) => path.endsWith('.md') && !OF_OTHERS.test(path))
    .sort(),
].map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text, blocks: codeBlocksIn(text) };
});
/** The block of docs/start.md that makes books and says what `ask` is. */
const SET_UP =
  PAGES.find(({ path }) => path === 'docs/start.md')?.blocks.find(({ text }) => text.includes('ask() {'))
    ?.text ?? 'exit 1 # docs/start.md does not say what ask is';
/** Its command, which makes the books. */
const [, MAKING = ''] = /^npm run --silent kontor -- (sandbox .*) > sandbox\.json$/m.exec(SET_UP) ?? [];
/**
 * What the block leaves behind, for the pages that go on from there: the same books, of which a shell takes
 * the tokens without a process of Node for each. docs/start.md runs the block as it is written.
 */
const AFTER_SET_UP = [
  SET_UP.replace(/^npm run .*$/m, ''),
  String.raw`token() { sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p' sandbox.json; }`,
].join('\n');
/** A sample that makes books beside those that each page has. */
const MAKES_BOOKS = /kontor -- sandbox --administrator/;

describe('the pages of the documentation', () => {
  it('lead to files that there are', () => {
    const links = PAGES.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = '']) => ({ path, to })),
    );

    const lost = links.filter(({ path, to }) => !existsSync(join(ROOT, dirname(path), to)));

    expect(links.length).to.be.greaterThan(50);
    expect(lost).to.deep.equal([]);
  });
});

describe('the migration from e-conomic and Reviso', () => {
  const { text = '' } = PAGES.find(({ path }) => path === 'docs/guides/migration.md') ?? {};
  const { components } = JSON.parse(readFileSync(join(ROOT, 'docs/api/openapi.json'), 'utf8')) as {
    readonly components: { readonly schemas: Schemas };
  };

  for (const [title, name] of Object.entries(DOCUMENTS))
    it(`names members of ${title.toLowerCase()} that there are, and "none" for those that there are not`, () => {
      const [, table = ''] = text.split(`### ${title}\n`);
      const rows = (table.split('\n### ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
      const has = (path: string): boolean => hasMember(components.schemas, name, path.split('.'));

      expect(rows, title).not.to.deep.equal([]);
      for (const row of rows) {
        const [there = '', , here = ''] = row.split(' | ');
        const [old, ours] = [namesIn(there), namesIn(here)];
        if (/^(the same|may be|an instant|the values)/.test(here))
          expect(
            old.filter((one) => !has(one)),
            row,
          ).to.deep.equal([]);
        if (here.startsWith('none')) expect(old.filter(has), row).to.deep.equal([]);
        expect(
          ours.filter((one) => !has(one)),
          row,
        ).to.deep.equal([]);
      }
    });
});

describe('the signature of the guide to webhooks', () => {
  it('is one that the SDK believes', async () => {
    const shown = PAGES.find(({ path }) => path === 'docs/guides/webhooks.md')?.blocks.find(({ text }) =>
      text.startsWith('secret '),
    );
    const lines = (shown?.text ?? '').trim().split('\n');
    const { secret, id, timestamp, body, signature } = Object.fromEntries(
      lines.map((line) => line.split(/ +/)),
    ) as Readonly<Record<'secret' | 'id' | 'timestamp' | 'body' | 'signature', string>>;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };

    const read = await verifyWebhook(headers, body, secret, { toleranceSeconds: Infinity });

    expect(read.id).to.equal('msg_1_17');
  });
});

describe('the samples of the documentation', function () {
  this.timeout(300_000);
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let copied: Examples;
  before(async () => {
    folder = await temporaryFolder();
    service = await startProcess(`sqlite:${join(folder.path, 'kontor.db')}`);
    copied = await examples();
  });
  after(async () => {
    expect(await service?.stop()).to.equal(0);
    await folder?.remove();
  });

  it('that no test runs do not grow in number', () => {
    const notRun = PAGES.filter(({ path }) => !IN_A_BROWSER.includes(path))
      .map(({ path, blocks }) => [path, blocks.filter(({ language }) => isNotRun(language)).length] as const)
      .filter(([, count]) => count > 0);

    expect(Object.fromEntries(notRun)).to.deep.equal(NOT_RUN);
  });

  it('say with a $ before it that a command is not run', () => {
    for (const { path, blocks } of PAGES)
      for (const { language, text, line } of blocks)
        if (language === 'console') expect(text, `${path}:${line}`).to.match(/^(\$ .*\n)+$/);
  });

  it('are shown in curl and in TypeScript, side by side', () => {
    const alone = PAGES.filter(({ path }) => OF_CLIENTS.test(path))
      .map(({ path, blocks }) => [path, blocks.filter((_, at) => isAlone(blocks, at)).length] as const)
      .filter(([, count]) => count > 0);

    expect(Object.fromEntries(alone)).to.deep.equal(ONLY_IN_SHELL);
  });

  for (const page of PAGES.filter(({ blocks }) => blocks.some(({ language }) => language === 'sh')))
    it(`of ${page.path} answer what it shows`, () => playInShell(page));

  describe('in TypeScript', () => {
    const programs = PAGES.filter(({ blocks }) => blocks.some(({ language }) => language === 'ts'));

    it('compile with the packed SDK', async () => {
      for (const page of programs) await writeProgram(page, {});

      const { out, err } = await copied.compile();

      expect(programs.length).to.be.greaterThan(20);
      expect(out + err).to.equal('');
    });

    for (const page of programs)
      it(`of ${page.path} print what it shows`, async () => {
        await writeProgram(page, await ownTokens(page));

        const { out, err } = await copied.run(programOf(page), [], {});

        const shown = page.blocks.filter(
          ({ language }, at) => language === 'text' && page.blocks[at - 1]?.language === 'ts',
        );
        expect(err).to.equal('');
        expect(out.replaceAll(service.address, WRITTEN)).to.equal(shown.map(({ text }) => text).join(''));
      });
  });

  /** Runs the blocks of a page in one shell, and compares what each prints with what is shown below it. */
  async function playInShell({ path, blocks }: Page): Promise<void> {
    const own = blocks.filter(({ language }) => language === 'sh');
    const isOnItsOwn = ON_THEIR_OWN.includes(path);
    const place = await (isOnItsOwn ? emptyFolder() : folderWithBooks());
    const { stdout } = await inShell(path, place, [
      isOnItsOwn ? '' : AFTER_SET_UP,
      ...own.flatMap(({ text, line }) => [`printf '\\n${MARK}${line}\\n'`, text]),
    ]);
    for (const [line, said] of answersIn(stdout)) {
      const sample = blocks.findIndex((block) => block.line === line);
      const below = blocks[sample + 1];
      const shown = below !== undefined && SHOWN.includes(below.language) ? below : undefined;
      compare(said.replaceAll(service.address, WRITTEN), shown, `${path}:${line}`);
    }
  }

  function emptyFolder(): Promise<string> {
    return mkdtemp(join(folder.path, 'page-'));
  }

  /** A folder with the tokens of books of its own, as the block of docs/start.md makes them. */
  async function folderWithBooks(): Promise<string> {
    expect(MAKING, 'the command of docs/start.md').not.to.equal('');
    const place = await emptyFolder();
    await writeFile(join(place, 'sandbox.json'), await service.kontor(...MAKING.split(' ')));
    return place;
  }

  /** Runs commands in one shell. */
  async function inShell(path: string, place: string, commands: readonly string[]) {
    const script = [
      'set -euo pipefail',
      `curl() { command curl --silent --show-error --write-out '\\n' "$@"; }`,
      'npm() { shift 4; node "$KONTOR" "$@"; }',
      ...commands,
    ].join('\n');
    const here = script.replaceAll(WRITTEN, service.address);
    return run('bash', ['-c', here], { cwd: place, env: environment() }).catch((error) => {
      throw new Error(`${path} ends with ${(error as Error).message}`);
    });
  }

  function environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder.path, 'kontor.db')}`,
      BASE_URL: service.address,
      KONTOR: join(ROOT, 'apps/kontor/dist/main.js'),
    };
  }

  /** The tokens that the program of a page has for itself, by the words that stand for them. */
  async function ownTokens({ path, blocks }: Page): Promise<Readonly<Record<string, string>>> {
    const makesBooks = blocks.filter(({ language, text }) => language === 'sh' && MAKES_BOOKS.test(text));
    const place = await folderWithBooks();
    if (makesBooks.length > 0)
      await inShell(path, place, [AFTER_SET_UP, ...makesBooks.map(({ text }) => text)]);
    const tokensIn = async (file: string) =>
      JSON.parse(await readFile(join(place, file), 'utf8').catch(() => '{}')) as Record<string, string>;
    const own = await tokensIn('sandbox.json');
    const administers = await tokensIn('administrator.json');
    return {
      'your app secret token': own['appSecretToken'] ?? '',
      'your agreement grant token': own['agreementGrantToken'] ?? '',
      "the administrator's app secret token": administers['appSecretToken'] ?? '',
      "the administrator's agreement grant token": administers['agreementGrantToken'] ?? '',
    };
  }

  async function writeProgram(page: Page, tokens: Readonly<Record<string, string>>): Promise<void> {
    const written = page.blocks.flatMap(({ language, text }) => (language === 'ts' ? [text] : [])).join('\n');
    const program = Object.entries(tokens).reduce(
      (text, [words, token]) => text.replaceAll(words, token),
      written.replaceAll(WRITTEN, service.address),
    );
    await writeFile(join(copied.folder, `${programOf(page)}.ts`), program);
  }
});

/** The members that a cell of a table names. */
function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
}

/** Whether a schema has a member, or a member of a member. */
function hasMember(schemas: Schemas, name: string, path: readonly string[]): boolean {
  const at = (schema: Schema | undefined, [first, ...rest]: readonly string[]): boolean => {
    if (first === undefined) return true;
    if (schema?.$ref !== undefined) return at(schemas[schema.$ref.split('/').at(-1) ?? ''], [first, ...rest]);
    if (schema?.items !== undefined) return at(schema.items, [first, ...rest]);
    const found = schema?.properties?.[first];
    return found === undefined
      ? (schema?.anyOf ?? []).some((one) => at(one, [first, ...rest]))
      : at(found, rest);
  };
  return at(schemas[name], path);
}

function isNotRun(language: string): boolean {
  return !RUN.includes(language) && !SHOWN.includes(language);
}

/** Whether a sample is in shell alone: no TypeScript follows it, or what it answers. */
function isAlone(blocks: readonly CodeBlock[], at: number): boolean {
  const [sample, ...below] = blocks.slice(at);
  const next = below.find(({ language }) => !SHOWN.includes(language));
  return sample?.language === 'sh' && next?.language !== 'ts';
}

function programOf({ path }: Page): string {
  return path.replace(/\.md$/, '').replaceAll('/', '-');
}

/** What the blocks printed, by the lines they begin on. */
function answersIn(printed: string): readonly (readonly [line: number, said: string])[] {
  return printed
    .split(`\n${MARK}`)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return [Number(part.slice(0, end)), part.slice(end + 1)] as const;
    });
}

/** Fails where a sample says something else than is shown, or is refused where no refusal is shown. */
function compare(said: string, shown: CodeBlock | undefined, place: string): void {
  const answers = said.split('\n').flatMap((line) => jsonIn(line));
  const last = answers.at(-1);
  if (shown?.language === 'text') expect(said, place).to.equal(shown.text);
  else if (shown !== undefined) expectShown(last, JSON.parse(shown.text), place);
  const isShownRefusal = shown?.language === 'json' && shown.text.includes('"errorCode"');
  const refused = (isShownRefusal ? answers.slice(0, -1) : answers).filter(isRefusal);
  expect(refused, place).to.deep.equal([]);
}

function isRefusal(answer: unknown): boolean {
  const { httpStatusCode } = (answer ?? {}) as { httpStatusCode?: number };
  return httpStatusCode !== undefined;
}

function jsonIn(line: string): readonly unknown[] {
  return /^[[{]/.test(line) ? [JSON.parse(line) as unknown] : [];
}

/** What is shown is there; members may be left out, items of a list not, and … stands for anything. */
function expectShown(answer: unknown, shown: unknown, place: string): void {
  if (shown === '…') {
    expect(answer, place).not.to.equal(undefined);
  } else if (Array.isArray(shown)) {
    expect(answer, place).to.be.an('array').with.lengthOf(shown.length);
    shown.forEach((item, index) =>
      expectShown((answer as readonly unknown[])[index], item, `${place}[${index}]`),
    );
  } else if (typeof shown === 'object' && shown !== null) {
    expect(answer, place).to.be.an('object');
    for (const [name, value] of Object.entries(shown))
      expectShown((answer as Readonly<Record<string, unknown>>)[name], value, `${place}.${name}`);
  } else {
    expect(answer, place).to.equal(shown);
  }
}
