import { BOOKS, HUGE_BOOKS, MANY_ENTRIES, YEAR, type BenchRequest, type Work } from './work.js';

const PAGE = 1000;
const PATH = `/accounting-years/${YEAR}`;
const NEXT_PAGE = /"nextPage":"http:\/\/[^/"]*([^"]*)"/;

/** Totals per account of a year with as many entries as books have at first. */
export const totals100k: Work = {
  id: 'year-totals-100k',
  title: 'totals of a year, 100,000 entries',
  connections: 4,
  expects: 200,
  request: () => totalsOf(BOOKS),
  different: 1,
  goal: 0.85,
};

/** The same over ten times as many: it must not cost more. Only with `--entries 1000000`. */
export const totals1m: Work = {
  ...totals100k,
  id: 'year-totals-1m',
  title: 'totals of a year, --entries of them',
  request: () => totalsOf(HUGE_BOOKS),
  growsFrom: totals100k.id,
  isPossible: ({ entries }) => entries > MANY_ENTRIES,
};

function totalsOf(agreement: number): BenchRequest {
  return { agreement, path: `${PATH}/totals?skippages=0&pagesize=${PAGE}` };
}

/** All entries of a year, by the next page of each page. */
export const walkEntries: Work = {
  id: 'walk-entries',
  title: 'pages of 1,000 entries, by nextPage',
  connections: 4,
  expects: 200,
  request: () => ({ agreement: BOOKS, path: `${PATH}/entries?skippages=0&pagesize=${PAGE}` }),
  follow: (answer) => {
    const path = NEXT_PAGE.exec(answer)?.[1];
    return path === undefined ? undefined : { agreement: BOOKS, path };
  },
  goal: 1.1,
  lastAgainstFirst: 1.2,
};

/** The first page of entries, and again and again the last but one by its number. */
export const firstEntries: Work = {
  id: 'entries-first',
  title: 'page of 1,000 entries, the first',
  connections: 4,
  expects: 200,
  request: () => ({ agreement: BOOKS, path: `${PATH}/entries?skippages=0&pagesize=${PAGE}` }),
  different: 1,
};

/** By its number: at most three times the first. */
export const deepEntries: Work = {
  ...firstEntries,
  id: 'entries-deep',
  title: 'page of 1,000 entries, deep by skippages',
  request: (_, { entries }) => {
    const last = Math.max(0, Math.ceil(Math.min(entries, MANY_ENTRIES) / PAGE) - 2);
    return { agreement: BOOKS, path: `${PATH}/entries?skippages=${last}&pagesize=${PAGE}` };
  },
  goal: 1 / 3,
  against: 'entries-first',
};
