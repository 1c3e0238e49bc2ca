import { execFile, type ExecFileException, type ExecFileOptions } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { testDatabases } from '@kontor/conformance';
import { startProcess, temporaryFolder, type RunningService } from './built-service.js';
import { asOpenApi30 } from './support/openapi-3-0.js';

const ROOT = join(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
/** It takes 0.8 s of a processor for a client that `tsc`, of the same rules, takes 8 s for. */
const COMPILER = join(MODULES, '.bin/tsgo');
/** Where the packages are installed. */
const GENERATOR_OF_TYPES = folderOf(import.meta.resolve('openapi-typescript'));
const GENERATOR_OF_CLIENTS = folderOf(import.meta.resolve('@hey-api/openapi-ts'));
const CLIENT_OVER_TYPES = folderOf(import.meta.resolve('openapi-fetch'));
const GENERATOR_IN_JAVA = fileURLToPath(
  import.meta.resolve('@openapitools/openapi-generator-cli/bin/openapi-generator.jar'),
);
/** Java optimizes for hours to come: 20 s of a processor for one client. Told not to, it takes 9 s. */
const OF_A_SHORT_LIFE = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const run = promisify(execFile);
/** What one program may take, on machines that have much else to do. */
const STEP_MS = 150_000;

/** The program of somebody who has made types of the description, and asks with fetch. */
const OVER_TYPES = `
import createClient from 'openapi-fetch';
import type { paths } from './types.js';

const [baseUrl = '', secret = '', grant = ''] = process.argv.slice(2);
const headers = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
const client = createClient<paths>({ baseUrl, headers });

const made = await client.POST('/units', { body: { name: 'crate' } });
if (made.data === undefined) throw new Error(made.error.message);
const again = await client.GET('/units/{unitNumber}', { params: { path: { unitNumber: made.data.unitNumber } } });
const name: string | undefined = again.data?.name;
const refused = await client.GET('/units/{unitNumber}', { params: { path: { unitNumber: 999999 } } });
const code: string | undefined = refused.error?.errorCode;
const { data: accounts } = await client.GET('/accounts', { params: { query: { pagesize: 2 } } });
const names: readonly string[] = accounts?.collection.map((account) => account.name) ?? [];
const draft = await client.POST('/v2/invoices/drafts', { body: { customer: { customerNumber: 1 } } });
const id: number | undefined = draft.data?.id;
console.log(JSON.stringify({ name, code, accounts: names.length, draft: id !== undefined }));
`;

/** The same with a client that was generated whole. */
const OVER_CLIENT = `
import { client } from './client/client.gen.js';
import { createDraftInvoice, createUnit, getUnit, listAccounts } from './client/index.js';

const [baseUrl = '', secret = '', grant = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, headers: { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant } });

const made = await createUnit({ body: { name: 'crate' } });
if (made.data === undefined) throw new Error('no unit was made');
const again = await getUnit({ path: { unitNumber: made.data.unitNumber } });
const name: string | undefined = again.data?.name;
const refused = await getUnit({ path: { unitNumber: 999999 } });
const code: string | undefined = refused.error?.errorCode;
const { data: accounts } = await listAccounts({ query: { pagesize: 2 } });
const names: readonly string[] = accounts?.collection.map((account) => account.name) ?? [];
const draft = await createDraftInvoice({ body: { customer: { customerNumber: 1 } } });
const id: number | undefined = draft.data?.id;
console.log(JSON.stringify({ name, code, accounts: names.length, draft: id !== undefined }));
`;

/** The same in Python. */
const IN_PYTHON = `
import json, sys
from kontor_client import ApiClient, ApiException, Configuration, LedgerApi, ProductsApi, SalesApi
from kontor_client import DraftInvoiceDraft, UnitDraft

base, secret, grant = sys.argv[1:]
tokens = {'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant}
client = ApiClient(Configuration(host=base, api_key=tokens))
products, ledger = ProductsApi(client), LedgerApi(client)

made = products.create_unit(UnitDraft(name='crate'))
name = products.get_unit(made.unit_number).name
try:
    products.get_unit(999999)
except ApiException as refused:
    code = json.loads(refused.body)['errorCode']
accounts = ledger.list_accounts(pagesize=2).collection
draft = SalesApi(client).create_draft_invoice(DraftInvoiceDraft(customer={'customerNumber': 1}))
count = len([account.name for account in accounts])
print(json.dumps({'name': name, 'code': code, 'accounts': count, 'draft': draft.id is not None}))
`;
/** What a client in Python needs beside Python. */
const PYTHON_MODULES = 'certifi, dateutil, six, urllib3';

/** Clients that generators make of the API description as it is served. */
describe('a client that a generator makes of the API description', function () {
  this.timeout(2 * STEP_MS);
  let service: RunningService;
  let drop: () => Promise<void>;
  let tokens: Readonly<Record<string, string>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  before(async () => {
    const [database] = await testDatabases();
    if (database === undefined) throw new Error('there is no database to test on');
    const fresh = await database.fresh();
    drop = () => fresh.drop();
    service = await startProcess(fresh.url);
    tokens = JSON.parse(await service.kontor('sandbox')) as Record<string, string>;
    folder = await temporaryFolder();
    const description = await (await fetch(`${service.address}/openapi.json`)).text();
    await writeFile(join(folder.path, 'openapi.json'), description);
    const older = asOpenApi30(JSON.parse(description) as Record<string, unknown>);
    await writeFile(join(folder.path, 'openapi-3.0.json'), JSON.stringify(older));
    await writeFile(join(folder.path, 'package.json'), '{ "private": true, "type": "module" }');
    await mkdir(join(folder.path, 'node_modules'));
    await symlink(CLIENT_OVER_TYPES, join(folder.path, 'node_modules/openapi-fetch'));
    await symlink(join(MODULES, '@types'), join(folder.path, 'node_modules/@types'));
  });
  after(async () => {
    expect(await service?.stop()).to.equal(0);
    await folder?.remove();
    await drop?.();
  });

  const tool = (path: string, ...words: readonly string[]) =>
    ran(process.execPath, [path, ...words], { cwd: folder.path });
  const answered = async (program: string, text: string): Promise<unknown> => {
    await writeFile(join(folder.path, `${program}.ts`), text);
    const strict = ['--strict', '--target', 'es2022', '--types', 'node', '--skipLibCheck', '--ignoreConfig'];
    const modules = ['--module', 'nodenext'];
    await ran(COMPILER, [...strict, ...modules, `${program}.ts`], { cwd: folder.path });
    const { appSecretToken = '', agreementGrantToken = '' } = tokens;
    const asked = [service.address, appSecretToken, agreementGrantToken];
    return JSON.parse((await tool(`${program}.js`, ...asked)).stdout) as unknown;
  };
  const expected = { name: 'crate', code: 'E06000', accounts: 2, draft: true };

  it('compiles under strict rules and works: openapi-typescript', async () => {
    const words = ['openapi.json', '-o', 'types.ts', '--default-non-nullable', 'false'];
    await tool(join(GENERATOR_OF_TYPES, 'bin/cli.js'), ...words);

    expect(await answered('over-types', OVER_TYPES)).to.deep.equal(expected);
  });

  it('compiles under strict rules and works: @hey-api/openapi-ts', async () => {
    const words = ['-i', 'openapi.json', '-o', 'client', '-c', '@hey-api/client-fetch', '--no-log-file'];
    await tool(join(GENERATOR_OF_CLIENTS, 'bin/run.js'), ...words);

    expect(await answered('over-client', OVER_CLIENT)).to.deep.equal(expected);
  });

  it('compiles and works in Python: openapi-generator', async function () {
    const python = await pythonFor(PYTHON_MODULES);
    const why = [python.why, await whyNot('java', '-version')].filter((one) => one !== undefined);
    if (why.length > 0) {
      const message = `NOT RUN IN PYTHON, .ci/programs installs what it needs: ${why.join('; ')}`;
      if (process.env['CI'] === 'true') throw new Error(message);
      console.warn(message);
      return this.skip();
    }
    const made = join(folder.path, 'python');
    const only = 'apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false';
    // prettier-ignore
    const words = ['generate', '-g', 'python', '-i', 'openapi-3.0.json', '-o', made,
      '--package-name', 'kontor_client', '--global-property', only];
    const { appSecretToken = '', agreementGrantToken = '' } = tokens;
    await writeFile(join(folder.path, 'ask.py'), IN_PYTHON);

    await ran('java', [...OF_A_SHORT_LIFE, '-jar', GENERATOR_IN_JAVA, ...words], { cwd: folder.path });
    await ran(python.path, ['-m', 'compileall', '-q', join(made, 'kontor_client')]);
    const asked = [join(folder.path, 'ask.py'), service.address, appSecretToken, agreementGrantToken];
    const { stdout } = await ran(python.path, asked, { env: { ...process.env, PYTHONPATH: made } });

    expect(JSON.parse(stdout)).to.deep.equal(expected);
  });
});

/** The first Python here that has these modules, or why there is none. */
async function pythonFor(modules: string): Promise<{ readonly path: string; readonly why?: string }> {
  const reasons: string[] = [];
  for (const path of ['python3', '/usr/bin/python3']) {
    const why = await whyNot(path, '-c', `import ${modules}`);
    if (why === undefined) return { path };
    reasons.push(why);
  }
  return { path: '', why: reasons.join('; ') };
}

/** Why a program does not run, where it does not: it is missing, or it fails, which are not the same. */
async function whyNot(program: string, ...words: readonly string[]): Promise<string | undefined> {
  return ran(program, words).then(
    () => undefined,
    (error: unknown) => String((error as Error).message),
  );
}

/**
 * Runs a program to its end. One that fails, or takes longer than a whole test may, is told by how it ended,
 * after how long, and by all that it printed: what fails once under load cannot be looked at again.
 */
async function ran(program: string, words: readonly string[], options: Partial<ExecFileOptions> = {}) {
  const began = Date.now();
  const all = { maxBuffer: 1 << 28, timeout: STEP_MS, ...options, encoding: 'utf8' } as const;
  return run(program, words, all).catch((error: unknown) => {
    const { code, signal, stdout = '', stderr = '' } = error as ExecFileException;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const printed = [stdout, stderr].map((text) => text.slice(-4000).trim()).filter((text) => text !== '');
    const what = [program, ...words].join(' ').slice(0, 200);
    const said = [`${what} ended by ${signal ?? code ?? 'itself'} after ${seconds} s`, ...printed];
    throw new Error(said.join('\n'), { cause: error });
  });
}

/** The folder of a package, from a module in its `dist`. */
function folderOf(module: string): string {
  const path = fileURLToPath(module);
  return path.slice(0, path.lastIndexOf('/dist/'));
}
