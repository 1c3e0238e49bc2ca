/** `npm run bench`: the service beside the floor, in one run on one machine (README.md). */
import { availableParallelism } from 'node:os';
import { isLeft } from 'fp-ts/lib/Either.js';
import { costTable, otherCheckout, withoutIndexes, withSettings, type Other } from './cost.js';
import { programs, type Programs } from './build.js';
import { makeDatabases, type Databases } from './databases.js';
import { productNumber } from './dataset.js';
import { faultsOf, fillService } from './fill-service.js';
import { deepEntries, firstEntries, totals100k, totals1m, walkEntries } from './entries.bench.js';
import { fillFloor, floorFaults, type FilledAgreement } from './floor-tables.js';
import type { LoadReport } from './load.js';
import { measure, type Measured } from './measure.js';
import { optionsFrom, SDK, START, USAGE, type Options } from './options.js';
import { residentMib } from './process-figures.js';
import { makeProfile } from './profile.js';
import { bytesLines, compareBytes, type Comparison } from './same-bytes.js';
import {
  isPinned,
  SIDES,
  startLoad,
  startServer,
  stopAll,
  type Running,
  type Side,
  type Start,
} from './servers.js';
import { measureSdk, sdkLines, type SdkFigures } from './sdk.bench.js';
import { measureStarts, type StartFigures } from './start.bench.js';
import { median } from './median.js';
import { figure, growthLines, loadTable, startTable } from './table.js';
import { BOOKS, LARGE, SMALL_PRODUCTS, WrongAnswer, YEAR } from './work.js';
import { voucherSpread } from './voucher.bench.js';
import { works } from './works.js';

const WRONG = 1;
const NOT_RUN = 2;
const MANY_AGREEMENTS = 1000;
/** Above this, other programs on the machine spoil the rates. */
const NOISY_CORES = 0.5;

const ENTRY_WORKS = [totals100k, totals1m, walkEntries, firstEntries, deepEntries].map(({ id }) => id);
/** Those that need books of their own. */
const BOOKS_WORKS = works
  .map(({ id }) => id)
  .filter((id) => ENTRY_WORKS.includes(id) || /^(drafts|invoice|book)-/.test(id));

async function faultsInBooks({ service, floor }: Databases): Promise<readonly string[]> {
  const [ours, theirs] = [await faultsOf(service), await floorFaults(floor)];
  return [...ours.map((fault) => `service: ${fault}`), ...theirs.map((fault) => `floor: ${fault}`)];
}

/** What removes what this run made. */
const tidying: (() => Promise<unknown>)[] = [];
let tidied: Promise<void> | undefined;

/** Ends what this run started, then removes what it made; once, however often it is asked. */
function tidyUp(): Promise<void> {
  tidied ??= (async () => {
    await stopAll();
    for (const undo of tidying) await undo().catch(tell);
  })();
  return tidied;
}

function tell(what: unknown): void {
  process.stderr.write(`${what instanceof Error ? what.message : String(what)}\n`);
}

async function bench(options: Options): Promise<number> {
  tell('building');
  const built = programs(options);
  const databases = await makeDatabases(options);
  tidying.push(() => databases.drop());
  tell(`filling: ${options.products} products, ${options.agreements} agreements of ${SMALL_PRODUCTS}`);
  const asked = works.filter(
    ({ id, isPossible }) => options.only.includes(id) && (isPossible?.(options) ?? true),
  );
  const isAsked = (...ids: readonly string[]): boolean => asked.some(({ id }) => ids.includes(id));
  const isOfSdk = options.only.includes(SDK);
  const hasBooks = { own: isOfSdk || isAsked(...BOOKS_WORKS), small: isAsked(voucherSpread.id) };
  const isFilled = hasBooks.own || hasBooks.small;
  const entries = isOfSdk || isAsked(...ENTRY_WORKS) ? options.entries : 2;
  const sizes = { ...options, entries, drafts: isAsked('drafts-20', 'drafts-1000') ? options.drafts : 0 };
  const filled = await fillService(databases.service, sizes, hasBooks);
  await fillFloor(databases.floor, filled);
  const starts = startsOf(built, databases, filled);

  const isStarting = options.only.includes(START);
  if (isStarting) tell('starting and stopping');
  const startFigures = isStarting ? await measureStarts(starts, options.rounds) : undefined;

  if (isOfSdk) tell('calling through the SDK');
  const sdkFigures = isOfSdk
    ? await measureSdk(starts.service, {
        tokens: filled[BOOKS] as FilledAgreement,
        year: YEAR,
        rounds: options.rounds,
        small: options.small,
      })
    : undefined;

  const profile = options.profile ? await makeProfile() : undefined;
  if (profile !== undefined) tidying.push(() => profile.remove());
  if (options.cost) {
    const other = await otherOf(options, databases, sizes, hasBooks);
    process.stdout.write(
      `${await costTable({ options, works: asked, starts, other, tokens: filled, sizes })}\n`,
    );
    return 0;
  }
  const running: Running[] = [];
  for (const side of SIDES) {
    const flags = side === 'service' ? (profile?.flags ?? []) : [];
    running.push(await startServer({ ...starts[side], program: [...flags, ...starts[side].program] }));
  }
  const [service, floor] = running as [Running, Running];
  const asking = { tokens: filled, sizes };
  const comparisons = await compareBytes(service, floor, { ...asking, ids: asked.map(({ id }) => id) });
  const hasOtherBytes = comparisons.some(({ difference }) => difference !== undefined);
  if (options.bytes) {
    process.stdout.write(`${bytesLines(comparisons).join('\n')}\n`);
    return hasOtherBytes ? WRONG : 0;
  }
  const measured = await measure({
    works: asked,
    running,
    load: startLoad(),
    setting: asking,
    rounds: options.rounds,
    seconds: options.seconds,
    connections: options.connections,
    onSample: (work, side, { perSecond, serverUs, wrong, firstWrong = '' }) =>
      tell(
        `${work.id} ${side}: ${figure(perSecond)}/s, ${figure(serverUs)} µs${wrong > 0 ? `, ${wrong} WRONG: ${firstWrong}` : ''}`,
      ),
  });
  const afterLoad = { service: residentMib(service.pid) ?? NaN, floor: residentMib(floor.pid) ?? NaN };
  print({ options, built, databases, comparisons, measured, startFigures, sdkFigures, afterLoad });
  if (profile !== undefined) {
    await service.stop();
    process.stdout.write(`\nSelf time of the service:\n${(await profile.lines(service)).join('\n')}\n`);
  }
  const faults = isFilled ? await faultsInBooks(databases) : [];
  for (const fault of faults) process.stdout.write(`FAULT in the books: ${fault}\n`);
  if (isFilled && faults.length === 0) process.stdout.write('Afterwards the books of both balance.\n');
  // A floor that writes other bytes does other work, and no ratio says anything.
  if (faults.length > 0 || hasOtherBytes) return WRONG;
  return measured.some(({ samples }) => SIDES.some((side) => samples[side].some(({ wrong }) => wrong > 0)))
    ? WRONG
    : 0;
}

/** What is measured by turns with the service: another checkout, fewer indexes, other settings, nothing. */
async function otherOf(...asked: Parameters<typeof otherCheckout>): Promise<Other | undefined> {
  const [options] = asked;
  if (options.without.length > 0) return withoutIndexes(...asked);
  if (Object.keys(options.with).length > 0) return withSettings(...asked);
  return options.against === undefined ? undefined : otherCheckout(...asked);
}

function startsOf(
  built: Programs,
  databases: Databases,
  filled: readonly FilledAgreement[],
): Readonly<Record<Side, Start>> {
  const tokens = filled[LARGE] as FilledAgreement;
  const path = `/products/${productNumber(1)}`;
  return {
    service: { side: 'service', program: built.service, databaseUrl: databases.service, tokens, path },
    floor: { side: 'floor', program: built.floor, databaseUrl: databases.floor, tokens, path },
  };
}

type Printing = {
  readonly options: Options;
  readonly built: Programs;
  readonly databases: Databases;
  readonly comparisons: readonly Comparison[];
  readonly measured: readonly Measured[];
  readonly startFigures: Readonly<Record<Side, readonly StartFigures[]>> | undefined;
  readonly sdkFigures: SdkFigures | undefined;
  readonly afterLoad: Readonly<Record<Side, number>>;
};

function print({
  options,
  built,
  databases,
  comparisons,
  measured,
  startFigures,
  sdkFigures,
  afterLoad,
}: Printing): void {
  const { rounds, seconds, products, agreements, sqlite, small } = options;
  const withGoals = !sqlite && !small;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(
    `\nKontor (${sqlite ? 'SQLite' : 'MySQL'}) beside the floor: Node ${process.version}, database server ${databases.version}.`,
  );
  say(
    `${rounds} × ${seconds} s each, by turns; ${products} products, ${agreements} small agreements, ${options.entries} entries; ${availableParallelism()} cores${isPinned ? ', server and load pinned to one each' : ''}.`,
  );
  say(`Durable commits: ${databases.isDurable ? 'on' : 'OFF, so what is created does not count'}.`);
  if (!built.isBuilt) say('The service runs from its sources: its start and memory do not count.');
  if (!withGoals)
    say(`No goals are shown: ${small ? 'so little says nothing of speed' : 'they are for MySQL'}.`);
  else if (agreements < MANY_AGREEMENTS)
    say(`The goal over many agreements is about ${MANY_AGREEMENTS}: --agreements ${MANY_AGREEMENTS}.`);
  for (const line of bytesLines(comparisons)) say(line);
  if (measured.length > 0) say(`\n${loadTable(measured, { withGoals })}`);
  for (const line of growthLines(measured, { withGoals })) say(line);
  if (startFigures !== undefined) {
    say(`\n${startTable({ starts: startFigures, afterLoad }, { withGoals: withGoals && built.isBuilt })}`);
  }
  if (sdkFigures !== undefined) say(`\n${sdkLines(sdkFigures, { withGoals }).join('\n')}`);
  for (const line of troubleLines(measured)) say(line);
}

function troubleLines(measured: readonly Measured[]): readonly string[] {
  const reports = measured.flatMap(({ work, samples }) =>
    SIDES.flatMap((side) => samples[side].map((report) => ({ work, side, report }))),
  );
  const others = median(reports.map(({ report }: { report: LoadReport }) => report.othersCores));
  const noise = others > NOISY_CORES ? ' That is much: trust the processor time more than the rates.' : '';
  return [
    ...(Number.isFinite(others)
      ? [`\nOther programs used ${figure(others)} cores meanwhile (median).${noise}`]
      : []),
    ...reports
      .filter(({ report }) => report.wrong > 0)
      .map(
        ({ work, side, report }) =>
          `WRONG: ${report.wrong} answers of the ${side} in ${work.id}, such as ${report.firstWrong ?? ''}`,
      ),
  ];
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void tidyUp().finally(() => process.exit(NOT_RUN)));
}
const options = optionsFrom(process.argv.slice(2));
if (isLeft(options)) {
  process.stderr.write(`${options.left}\n${USAGE}`);
  process.exitCode = NOT_RUN;
} else {
  try {
    process.exitCode = await bench(options.right);
  } catch (error) {
    tell(error);
    process.exitCode = error instanceof WrongAnswer ? WRONG : NOT_RUN;
  } finally {
    await tidyUp();
  }
}
