// @ts-check
/**
 * Prints how many files something runs in for GET of a product and for POST of a draft voucher of two lines,
 * in a built checkout: `npm run size:request -- FOLDER DATABASE_URL`, the database being empty. A
 * file counts where a function of it that has a name was called for each of eight like requests, after a
 * first one (V8's precise coverage). docs/internals/size.md has what came of it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const PORT = '4987';
const BASE = `http://localhost:${PORT}`;

/** Within the service: begins to count, and at the next signal writes which files were run. */
const COUNTING = `
  import { Session } from 'node:inspector/promises';
  import { writeFileSync } from 'node:fs';
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.on('SIGUSR2', async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran = ({ functionName, ranges: [range] }) => functionName !== '' && range.count > 0;
    const files = result.filter(({ url, functions }) => url.startsWith('file:') && functions.some(ran));
    writeFileSync(process.env.RAN_FILE, JSON.stringify(files.map(({ url }) => url)));
  });`;

const [folder = '.', databaseUrl = ''] = process.argv.slice(2);
const made = mkdtempSync(join(tmpdir(), 'files-of-a-request-'));
const ranFile = join(made, 'ran.json');
writeFileSync(join(made, 'counting.mjs'), COUNTING);
const env = { ...process.env, DATABASE_URL: databaseUrl, PORT, LOG_LEVEL: 'error', RAN_FILE: ranFile };
const sandbox = execFileSync('node', ['apps/kontor/dist/main.js', 'sandbox'], {
  cwd: folder,
  env,
  stdio: 'pipe',
});
const { appSecretToken, agreementGrantToken } = JSON.parse(String(sandbox));
// What is compiled, file by file, and not the bundle of it, which `main.js` starts where there is one.
const start = 'apps/api/dist/start.js';
const main = existsSync(join(folder, start)) ? start : 'apps/api/dist/main.js';
const service = spawn('node', ['--import', join(made, 'counting.mjs'), main], {
  cwd: folder,
  env,
  stdio: 'ignore',
});
try {
  while (!(await isReady())) await setTimeout(100);
  const { collection: accounts } = await ask('/accounts?pagesize=1000');
  const [one, other] = accounts.filter((account) => /profitAndLoss|status/.test(account.accountType));
  const line = ({ accountNumber }, amount) => ({ account: { accountNumber }, amount });
  const voucher = { date: new Date().toISOString().slice(0, 10), lines: [line(one, 100), line(other, -100)] };
  await printFiles('GET of a product', () => ask('/products/1000'));
  await printFiles('POST of a voucher', () => ask('/vouchers/drafts/finance-vouchers', voucher));
} finally {
  service.kill();
}

async function isReady() {
  const answer = await fetch(`${BASE}/-/ready`).catch(() => undefined);
  return answer?.ok === true;
}

/** @param {string} path @param {unknown} [body] */
async function ask(path, body) {
  const answer = await fetch(BASE + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'X-AppSecretToken': appSecretToken,
      'X-AgreementGrantToken': agreementGrantToken,
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function filesRun() {
  writeFileSync(ranFile, '');
  service.kill('SIGUSR2');
  for (;;) {
    await setTimeout(50);
    const text = readFileSync(ranFile, 'utf8');
    if (text !== '') return JSON.parse(text).filter((url) => /\/(libs|apps)\/[^]*\/dist\//.test(url));
  }
}

/** @param {string} what @param {() => Promise<unknown>} request */
async function printFiles(what, request) {
  await request();
  await setTimeout(1_000);
  /** @type {string[] | undefined} */
  let files;
  // What runs beside requests, such as what looks for webhooks to deliver, does not run each time.
  for (let round = 0; round < 8; round += 1) {
    await filesRun();
    await request();
    const ran = await filesRun();
    files = files?.filter((url) => ran.includes(url)) ?? ran;
  }
  const inSql = (files ?? []).filter((url) => url.includes('/adapters/sql/'));
  process.stdout.write(`${what}: ${files?.length} files, of them ${inSql.length} in adapters/sql\n`);
}
