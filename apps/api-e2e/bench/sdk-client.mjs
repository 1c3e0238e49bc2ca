// @ts-check
/**
 * What the SDK costs its caller, beside `fetch` and `JSON.parse`: run by `npm run bench` as a process of
 * its own, on plain Node with the built SDK, against a service in another process. Takes one argument, an
 * `Asked` as JSON, and prints `Figures` as JSON.
 *
 * @typedef {{ url: string, appSecretToken: string, agreementGrantToken: string, year: string, rounds: number, calls: number }} Asked
 * @typedef {{ title: string, sdkUs: number, fetchUs: number, ratio: number }} Overhead
 * @typedef {{ entries: number, perSecond: number, barePerSecond: number, cpuShare: number, heapMib: number[] }} Walk
 * @typedef {{ overheads: Overhead[], walk: Walk }} Figures
 */
import { connect } from '@kontor/sdk';

const PAGE_SIZE = 1000;
/** Between two looks at the heap. */
const LOOK_AFTER = 10;

const { url, year, rounds, calls, ...tokens } = /** @type {Asked} */ (JSON.parse(process.argv[2] ?? '{}'));
const api = connect(url, tokens);
const headers = {
  Accept: 'application/json',
  'X-AppSecretToken': tokens.appSecretToken,
  'X-AgreementGrantToken': tokens.agreementGrantToken,
};

/** @param {string} link */
const bare = async (link) => JSON.parse(await (await fetch(link, { headers })).text());

const home = await api.home();
const books = await api.find(home.accountingYears, { year });
const [product] = (await api.follow(home.products)).collection;
if (product === undefined) throw new Error('there are no products');

/** @type {Figures} */
const figures = {
  overheads: [
    await overhead('one product', product.self, calls),
    await overhead('page of 20 products', home.products, calls),
    await overhead(
      'page of 1,000 entries',
      withQuery(books.entries, `pagesize=${PAGE_SIZE}`),
      Math.ceil(calls / 20),
    ),
  ],
  walk: await walk(books.entries),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

/**
 * Processor time of this process for one call, by turns and in changing order; the first round warms up.
 *
 * @param {string} title
 * @param {string} link
 * @param {number} count
 * @returns {Promise<Overhead>}
 */
async function overhead(title, link, count) {
  const ways = [
    {
      follow: () => api.follow(/** @type {import('@kontor/sdk').Link<unknown>} */ (link)),
      us: /** @type {number[]} */ ([]),
    },
    { follow: () => bare(link), us: /** @type {number[]} */ ([]) },
  ];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { follow, us } of round % 2 === 0 ? ways : ways.toReversed()) {
      const began = process.cpuUsage();
      for (let call = 0; call < count; call += 1) await follow();
      const { user, system } = process.cpuUsage(began);
      if (round > 0) us.push((user + system) / count);
    }
  }
  const [sdk = [], own = []] = ways.map(({ us }) => us);
  const ratios = sdk.map((us, round) => us / (own[round] ?? NaN));
  return { title, sdkUs: median(sdk), fetchUs: median(own), ratio: median(ratios) };
}

/**
 * All entries of the year one by one, and the same by hand.
 *
 * @param {import('@kontor/sdk').AccountingYear['entries']} entries
 * @returns {Promise<Walk>}
 */
async function walk(entries) {
  const heapMib = [];
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let count = 0;
  let sum = 0;
  for await (const { amountInBaseCurrency } of api.each(entries, { pageSize: PAGE_SIZE })) {
    sum += amountInBaseCurrency;
    count += 1;
    if (count % (PAGE_SIZE * LOOK_AFTER) === 0) heapMib.push(heapNow());
  }
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);

  const beganBare = performance.now();
  let bareSum = 0;
  /** @type {string | undefined} */
  let next = withQuery(entries, `pagesize=${PAGE_SIZE}`);
  while (next !== undefined) {
    const page = await bare(next);
    for (const { amountInBaseCurrency } of page.collection) bareSum += amountInBaseCurrency;
    next = page.pagination.nextPage;
  }
  const tookBareMs = performance.now() - beganBare;
  if (sum !== bareSum) throw new Error('the SDK read other entries');
  return {
    entries: count,
    perSecond: (count * 1000) / tookMs,
    barePerSecond: (count * 1000) / tookBareMs,
    cpuShare: (user + system) / 1000 / tookMs,
    heapMib,
  };
}

/** What lives, where the process was started with `--expose-gc`. */
function heapNow() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** @param {string} link @param {string} query */
function withQuery(link, query) {
  return `${link}${link.includes('?') ? '&' : '?'}${query}`;
}

/** @param {readonly number[]} figures */
function median(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
