import { parseArgs } from 'node:util';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { works } from './works.js';

export type Options = {
  readonly rounds: number;
  /** How long a sample measures. */
  readonly seconds: number;
  /** Instead of each work's own number. */
  readonly connections: number | undefined;
  readonly products: number;
  /** Small agreements beside the large one. */
  readonly agreements: number;
  /** Booked entries of the books that are read; above 100,000, of a second agreement beside it. */
  readonly entries: number;
  /** Draft invoices of those books. */
  readonly drafts: number;
  /** Ids of works, `start` and `sdk`. */
  readonly only: readonly string[];
  readonly sqlite: boolean;
  readonly small: boolean;
  /** Compares what both sides answer, and measures nothing. */
  readonly bytes: boolean;
  /** Runs the service from its sources, without building it. */
  readonly source: boolean;
  /** Tells where the time of the service went. */
  readonly profile: boolean;
  /** Tells what a request costs in processor time, of the service and of the database. */
  readonly cost: boolean;
  /** With `cost`: the folder of another checkout, measured by turns with this one. */
  readonly against: string | undefined;
  /**
   * With `cost`: secondary indexes by their names, or `indexes` for all, that another database does without.
   */
  readonly without: readonly string[];
  /** With `cost`: variables of the environment in which the same service is started once more. */
  readonly with: Readonly<Record<string, string>>;
};

export const START = 'start';
export const SDK = 'sdk';
const IDS = [...works.map(({ id }) => id), START, SDK];

export const USAGE = `npm run bench -- [options]
  --rounds N        samples of each work and side (3)
  --seconds N       how long a sample measures (4)
  --connections N   clients at once (16; 4 for the page of 1,000)
  --products N      products of the large agreement (10000)
  --agreements N    small agreements of 20 products (100; the goal is about 1000)
  --entries N       booked entries of the books that are read (100000; with 1000000 the growth of totals)
  --only A,B        of ${IDS.join(', ')}
  --sqlite          the service on SQLite, the floor on MySQL as ever: for information
  --small           1 round of 0.4 s, 500 products, 10 agreements, 3,000 entries: does everything still run?
  --source          runs the service from its sources instead of building it
  --cost            processor time a request, of the service and of the database, instead of rates
  --against FOLDER  with --cost: another checkout, with its node_modules, by turns with this one
  --without A,B     with --cost: the same service on a database without these secondary indexes, by turns;
                    'indexes' for all of them (MySQL only)
  --with NAME=VALUE with --cost: the same service with another setting, such as WORKERS=2, by turns; may be
                    given several times
  --smoke           the least of everything, in half a minute: are the answers right? For CI
  --bytes           with the least data: do both sides write the same bytes? Measures nothing
  --profile         tells in which functions the service spent its time; best with --only
TEST_MYSQL_URL says where the database server is (mysql://root@127.0.0.1:3306).
`;

/** Reads the command line. Left is one sentence. */
export function optionsFrom(args: readonly string[]): Either<string, Options> {
  const read = valuesIn(args);
  if (typeof read === 'string') return left(read);
  const {
    smoke = false,
    bytes = false,
    small = smoke || bytes,
    sqlite = false,
    source = false,
    profile = false,
    cost = false,
    only = (smoke || bytes ? IDS.filter((id) => id !== START && id !== SDK) : IDS).join(','),
  } = read;
  const ids = only.split(',').filter((id) => id !== '');
  const unknown = ids.find((id) => !IDS.includes(id));
  if (unknown !== undefined) return left(`--only takes ${IDS.join(', ')}, and not ${unknown}.`);
  const numbers = {
    rounds: countOf(read.rounds, small ? 1 : 3),
    seconds: numberOf(read.seconds, smoke ? 0.1 : small ? 0.4 : 4),
    connections: countOf(read.connections, NaN),
    products: countOf(read.products, small ? 500 : 10_000),
    agreements: countOf(read.agreements, small ? 10 : 100),
    entries: countOf(read.entries, small ? 3000 : 100_000),
  };
  const wrong = Object.entries(numbers).find(([, number]) => number === undefined);
  if (wrong !== undefined)
    return left(`--${wrong[0]} takes a ${wrong[0] === 'seconds' ? '' : 'whole '}number greater than 0.`);
  const settings = (read.with ?? []).map((one) => /^([A-Z_]+)=(.*)$/.exec(one) ?? []);
  if (settings.some(({ length }) => length === 0)) return left('--with takes NAME=VALUE.');
  const { rounds = 1, seconds = 1, connections, products = 1, agreements = 1, entries = 2 } = numbers;
  return right({
    rounds,
    seconds,
    connections: Number.isNaN(connections) ? undefined : connections,
    products,
    agreements,
    entries,
    drafts: small ? 100 : 1000,
    only: ids,
    sqlite,
    small,
    bytes,
    source,
    profile,
    cost,
    against: read.against,
    without: (read.without ?? '').split(',').filter((name) => name !== ''),
    with: Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value])),
  });
}

function valuesIn(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{
          rounds: text,
          seconds: text,
          connections: text,
          products: text,
          agreements: text,
          entries: text,
          only: text,
          against: text,
          without: text,
        },
        with: { ...text, multiple: true },
        ...{ sqlite: flag, small: flag, source: flag, profile: flag, cost: flag, smoke: flag, bytes: flag },
      },
    });
    return values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Undefined for what is no whole number from 1. */
function countOf(text: string | undefined, byDefault: number): number | undefined {
  const number = numberOf(text, byDefault);
  return text === undefined || Number.isInteger(number) ? number : undefined;
}

function numberOf(text: string | undefined, byDefault: number): number | undefined {
  if (text === undefined) return byDefault;
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
