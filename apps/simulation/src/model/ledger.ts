import type { Outcome, Specification } from '../history/linearizable.js';
import type { Random } from '../world/random.js';
import {
  having,
  inTurn,
  outcome,
  refusals,
  without,
  type Body,
  type Errand,
  type Seen,
  type Wanted,
} from './seen.js';

type Line = readonly [account: number, cents: number];
type Account = { readonly name: string; readonly barred: boolean };
/** Numbers that are given: in a series, and of entries. Unknown of what nobody heard of. */
type Numbered = { readonly number: number | undefined; readonly entries: readonly number[] | undefined };
type Draft = Numbered & { readonly date: string; readonly lines: readonly Line[] };
type Booked = Draft & { readonly isReversed: boolean; readonly reverses?: number };
type Year = { readonly year: number; readonly closed: boolean };

/**
 * The books of an agreement as far as these clients touch them: accounts of their own, one of profit and
 * loss, vouchers, years and periods.
 */
export type Ledger = {
  readonly accounts: ReadonlyMap<number, Account>;
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly booked: ReadonlyMap<number, Booked>;
  readonly years: readonly Year[];
  readonly barred: ReadonlyMap<number, true>;
  /** Cents by year and account. */
  readonly totals: ReadonlyMap<string, number>;
  /** What closing a year has carried, by that year. */
  readonly carried: ReadonlyMap<number, readonly Line[]>;
  /** Every number that was ever given: none is given twice. Series that allow gaps may have some (D152). */
  readonly given: ReadonlyMap<string, true>;
};

/** What a client asks of accounts, years, periods and vouchers. */
export type LedgerOp =
  | { readonly kind: 'putAccount'; readonly account: number; readonly name: string; readonly barred: boolean }
  | { readonly kind: 'removeAccount'; readonly account: number }
  | { readonly kind: 'getAccount'; readonly account: number }
  | { readonly kind: 'draft'; readonly date: string; readonly lines: readonly Line[] }
  | { readonly kind: 'redraft'; readonly id: number; readonly date: string; readonly lines: readonly Line[] }
  | { readonly kind: 'removeDraft'; readonly id: number }
  | { readonly kind: 'getDraft'; readonly id: number }
  | { readonly kind: 'book'; readonly id: number; readonly date: string }
  | { readonly kind: 'getBooked'; readonly id: number }
  | { readonly kind: 'reverse'; readonly id: number; readonly date: string }
  | { readonly kind: 'close' | 'reopen' | 'addYear' | 'removeYear'; readonly year: number }
  | { readonly kind: 'barPeriod'; readonly period: number; readonly barred: boolean }
  | { readonly kind: 'total'; readonly year: number; readonly account: number }
  | { readonly kind: 'drafts' | 'bookedOnes' };

/** Its own accounts, which come and go, and one of profit and loss that stays. */
export const ACCOUNTS = [9801, 9802, 9803, 9804];
/** The account of what is sold, which nobody changes. */
export const SALES = 9805;
const RESULT = 6140;
/** Numbers from here on no voucher has. */
const NOBODYS = 900_000;
/** The accounting year that the books begin with. */
export const FIRST_YEAR = 2025;
/** So far clients add years. */
const LAST_YEAR = FIRST_YEAR + 4;

/** The books before any client has written. */
export const LEDGER_AT_FIRST: Ledger = {
  accounts: new Map([
    [SALES, { name: 'Sales', barred: false }],
    ...ACCOUNTS.map((account) => [account, { name: 'x', barred: false }] as const),
    [RESULT, { name: 'Result', barred: false }],
  ]),
  drafts: new Map(),
  booked: new Map(),
  years: [
    { year: FIRST_YEAR, closed: false },
    { year: FIRST_YEAR + 1, closed: false },
  ],
  barred: new Map(),
  totals: new Map(),
  carried: new Map(),
  given: new Map(),
};

/** What every answer about the books may be, after what went before. */
export const ledgerSpecification: Specification<Ledger, LedgerOp, Seen> = {
  // What was given follows from the rest, but for what is gone.
  nameOf: ({ given: _, ...ledger }) =>
    JSON.stringify(
      Object.values(ledger).map((part) => (part instanceof Map ? [...part].sort(byKey) : (part as unknown))),
    ),
  outcomes: (ledger, op) => outcomesOf(ledger, op),
};

function byKey([one]: readonly [unknown, unknown], [other]: readonly [unknown, unknown]): number {
  return String(one) < String(other) ? -1 : 1;
}

const NOT_THERE = [404, 'E06000'] as const;
const MISSING = [400, 'E06000'] as const;
const BARRED = [400, 'E10090'] as const;
const NOT_BOOKABLE = [400, 'E10080'] as const;
type Outcomes = readonly Outcome<Ledger, Seen>[];

function outcomesOf(ledger: Ledger, op: LedgerOp): Outcomes {
  switch (op.kind) {
    case 'putAccount':
    case 'removeAccount':
    case 'getAccount':
      return ofAccounts(ledger, op);
    case 'draft':
    case 'redraft':
      return drafted(ledger, op);
    case 'removeDraft':
      if (!ledger.drafts.has(op.id)) return refusals(ledger, NOT_THERE);
      return [outcome({ status: 204, next: () => ({ ...ledger, drafts: without(ledger.drafts, op.id) }) })];
    case 'getDraft':
      return got(ledger, op.id, ledger.drafts, (drafts, given) => ({ ...ledger, drafts, given }));
    case 'getBooked':
      return got(ledger, op.id, ledger.booked, (vouchers, given) => ({ ...ledger, booked: vouchers, given }));
    case 'book':
      return booked(ledger, op);
    case 'reverse':
      return reversed(ledger, op);
    case 'drafts':
      return listed(ledger.drafts, (drafts, given) => ({ ...ledger, drafts, given }), ledger);
    case 'bookedOnes':
      return listed(ledger.booked, (vouchers, given) => ({ ...ledger, booked: vouchers, given }), ledger);
    case 'total':
      return total(ledger, op);
    default:
      return ofYears(ledger, op);
  }
}

function ofAccounts(
  ledger: Ledger,
  op: LedgerOp & { kind: 'putAccount' | 'removeAccount' | 'getAccount' },
): Outcomes {
  const { account } = op;
  const found = ledger.accounts.get(account);
  if (op.kind === 'putAccount') {
    const { name, barred } = op;
    return [
      outcome({
        status: found === undefined ? 201 : 200,
        figures: [account, name, barred, balanceOf(ledger, account)],
        next: () => ({ ...ledger, accounts: having(ledger.accounts, account, { name, barred }) }),
      }),
    ];
  }
  if (found === undefined) return refusals(ledger, NOT_THERE);
  if (op.kind === 'getAccount') {
    const figures = [account, found.name, found.barred, balanceOf(ledger, account)];
    return [outcome({ status: 200, figures, next: () => ledger })];
  }
  const isUsed = [...ledger.drafts.values(), ...ledger.booked.values()].some(({ lines }) =>
    lines.some(([on]) => on === account),
  );
  if (isUsed) return refusals(ledger, [400, 'E10070']);
  return [outcome({ status: 204, next: () => ({ ...ledger, accounts: without(ledger.accounts, account) }) })];
}

/** What keeps something from being dated so, or written on these accounts. */
function notBookable(ledger: Ledger, date: string, lines: readonly Line[]): Outcomes {
  const year = ledger.years.find((one) => one.year === yearOf(date));
  return refusals(
    ledger,
    (year === undefined || year.closed || ledger.barred.has(periodOf(date))) && NOT_BOOKABLE,
    lines.some(([account]) => !ledger.accounts.has(account)) && MISSING,
    lines.some(([account]) => ledger.accounts.get(account)?.barred === true) && BARRED,
  );
}

/** A voucher as it is shown: id, date, number in the series, lines, numbers of entries, what it reverses. */
type Shown = readonly [
  id: number,
  date: string,
  number: number,
  lines: readonly Line[],
  entries: readonly number[],
  reverses: number | null,
];

let unheard = 0;

/** A place for a voucher of which nobody heard what it is called. */
function placeholder(): number {
  unheard += 1;
  return -unheard;
}

/**
 * What becomes of a voucher that is made: its numbers are fresh, and those of its entries follow each other.
 */
function made(
  ledger: Ledger,
  {
    status,
    date,
    lines,
    reverses = null,
  }: {
    readonly status: number;
    readonly date: string;
    readonly lines: readonly Line[];
    readonly reverses?: number | null;
  },
  next: (id: number, numbers: Numbered, given: Ledger['given']) => Ledger,
): Outcomes {
  return [
    {
      fits: ({ status: seen, figures }) => {
        if (seen !== status || figures === undefined) return false;
        const [id, on, number, own, entries, back] = JSON.parse(figures) as Shown;
        return (
          on === date &&
          back === reverses &&
          JSON.stringify(own) === JSON.stringify(lines) &&
          entries.length === lines.length &&
          entries.every((entry, index) => entry === (entries[0] as number) + index) &&
          namesOf(id, date, { number, entries }).every((name) => !ledger.given.has(name))
        );
      },
      next: (seen) => {
        if (seen?.figures === undefined)
          return next(placeholder(), { number: undefined, entries: undefined }, ledger.given);
        const [id, , number, , entries] = JSON.parse(seen.figures) as Shown;
        return next(id, { number, entries }, giving(ledger.given, namesOf(id, date, { number, entries })));
      },
    },
  ];
}

function namesOf(id: number | undefined, date: string, { number, entries }: Numbered): readonly string[] {
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(number === undefined ? [] : [`number ${date.slice(0, 4)}/${number}`]),
    ...(entries ?? []).map((entry) => `entry ${entry}`),
  ];
}

function giving(given: Ledger['given'], names: readonly string[]): Ledger['given'] {
  const more = new Map(given);
  for (const name of names) more.set(name, true);
  return more;
}

/**
 * A voucher with what an answer shows of it, and what that newly tells to be given: numbers that nobody has
 * heard of, since the answer to a change was lost, are those that it shows now. Undefined where it shows
 * another voucher, or numbers that were given before. `isNew`: nobody has heard of its id either.
 */
function learned<V extends Draft>(
  given: Ledger['given'],
  of: V,
  seen: Shown,
  isNew = false,
): { readonly of: V; readonly names: readonly string[] } | undefined {
  const [id, date, number, , entries] = seen;
  const whole = { ...of, number: of.number ?? number, entries: of.entries ?? entries };
  if (JSON.stringify(shown(id, whole)) !== JSON.stringify(seen)) return undefined;
  const names = namesOf(isNew ? id : undefined, date, {
    number: of.number === undefined ? number : undefined,
    entries: of.entries === undefined ? entries : undefined,
  });
  return names.some((name) => given.has(name)) ? undefined : { of: whole, names };
}

/** An answer that shows a voucher, of which it may be the first to tell the numbers. */
function heard<V extends Draft>(
  { given }: Ledger,
  { status, of }: { readonly status: number; readonly of: V },
  next: (of: V, given: Ledger['given']) => Ledger,
): Outcome<Ledger, Seen> {
  const found = (figures: string) => learned(given, of, JSON.parse(figures) as Shown);
  return {
    fits: (seen) => seen.status === status && found(seen.figures as string) !== undefined,
    next: (seen) => {
      const it = seen?.figures === undefined ? undefined : found(seen.figures);
      return it === undefined ? next(of, given) : next(it.of, giving(given, it.names));
    },
  };
}

/** One of a kind, by its id. */
function got<V extends Draft>(
  ledger: Ledger,
  id: number,
  all: ReadonlyMap<number, V>,
  next: (all: ReadonlyMap<number, V>, given: Ledger['given']) => Ledger,
): Outcomes {
  const found = all.get(id);
  if (found === undefined) return refusals(ledger, NOT_THERE);
  return [heard(ledger, { status: 200, of: found }, (of, given) => next(having(all, id, of), given))];
}

/** All of a kind: those of which nobody heard are found by what they say. */
function listed<V extends Draft>(
  known: ReadonlyMap<number, V>,
  next: (all: ReadonlyMap<number, V>, given: Ledger['given']) => Ledger,
  { given }: Ledger,
): Outcomes {
  const found = (figures: string): { all: Map<number, V>; given: Ledger['given'] } | undefined => {
    const seen = JSON.parse(figures) as readonly Shown[];
    if (seen.length !== known.size) return undefined;
    const all = new Map<number, V>();
    const names: string[] = [];
    const waiting = [...known].filter(([id]) => id < 0);
    for (const one of seen) {
      const [id, date, , lines, , back] = one;
      const own = known.get(id);
      const at =
        own !== undefined
          ? -1
          : waiting.findIndex(
              ([, value]) =>
                value.date === date &&
                reversesOf(value) === back &&
                JSON.stringify(value.lines) === JSON.stringify(lines),
            );
      const value = own ?? waiting[at]?.[1];
      const it = value && learned(given, value, one, own === undefined);
      if (it === undefined) return undefined;
      if (at >= 0) waiting.splice(at, 1);
      names.push(...it.names);
      all.set(id, it.of);
    }
    return { all, given: giving(given, names) };
  };
  return [
    {
      fits: ({ status, figures }) => status === 200 && found(figures ?? '[]') !== undefined,
      next: (seen) => {
        const all = seen?.figures === undefined ? undefined : found(seen.figures);
        return all === undefined ? next(known, given) : next(all.all, all.given);
      },
    },
  ];
}

function drafted(ledger: Ledger, op: LedgerOp & { kind: 'draft' | 'redraft' }): Outcomes {
  const { date, lines } = op;
  if (op.kind === 'redraft') return redrafted(ledger, op);
  const refused = notBookable(ledger, date, lines);
  if (refused.length > 0) return refused;
  return made(ledger, { status: 201, date, lines }, (id, numbers, given) => ({
    ...ledger,
    given,
    drafts: having(ledger.drafts, id, { date, lines, ...numbers }),
  }));
}

/** Its entries are numbered anew; a draft that moves to another year takes a number of that year. */
function redrafted(ledger: Ledger, { id, date, lines }: LedgerOp & { kind: 'redraft' }): Outcomes {
  const old = ledger.drafts.get(id);
  if (old === undefined) return refusals(ledger, NOT_THERE);
  const refused = notBookable(ledger, date, lines);
  if (refused.length > 0) return refused;
  const keeps = yearOf(old.date) === yearOf(date) ? old.number : undefined;
  const given = new Map(ledger.given);
  given.delete(`id ${id}`);
  if (keeps !== undefined) given.delete(`number ${yearOf(date)}/${keeps}`);
  const [only] = made({ ...ledger, given }, { status: 200, date, lines }, (_, numbers, more) => ({
    ...ledger,
    given: giving(more, namesOf(id, date, { number: keeps, entries: undefined })),
    drafts: having(ledger.drafts, id, {
      date,
      lines,
      ...numbers,
      ...(keeps !== undefined && { number: keeps }),
    }),
  })) as [Outcome<Ledger, Seen>];
  return [
    {
      ...only,
      fits: (seen) => {
        if (!only.fits(seen)) return false;
        const [own, , number] = JSON.parse(seen.figures as string) as Shown;
        return own === id && (keeps === undefined || number === keeps);
      },
    },
  ];
}

function booked(ledger: Ledger, { id, date }: LedgerOp & { kind: 'book' }): Outcomes {
  const draft = ledger.drafts.get(id);
  if (draft === undefined) return refusals(ledger, NOT_THERE);
  const sum = draft.lines.reduce((all, [, cents]) => all + cents, 0);
  const refused = [
    ...refusals(
      ledger,
      date !== draft.date && [400, 'E10190'],
      (sum !== 0 || draft.lines.length === 0) && [400, 'E10120'],
    ),
    ...notBookable(ledger, draft.date, draft.lines),
  ];
  if (refused.length > 0) return refused;
  return [
    heard(ledger, { status: 201, of: draft }, (of, given) => ({
      ...ledger,
      given,
      drafts: without(ledger.drafts, id),
      booked: having(ledger.booked, id, { ...of, isReversed: false }),
      totals: added(ledger.totals, yearOf(draft.date), draft.lines),
    })),
  ];
}

function reversed(ledger: Ledger, { id, date }: LedgerOp & { kind: 'reverse' }): Outcomes {
  const found = ledger.booked.get(id);
  if (found === undefined) return refusals(ledger, NOT_THERE);
  const lines = found.lines.map(([account, cents]): Line => [account, -cents]);
  const refused = [
    ...refusals(ledger, found.isReversed && [400, 'E10250']),
    ...notBookable(ledger, date, lines),
  ];
  if (refused.length > 0) return refused;
  return made(ledger, { status: 201, date, lines, reverses: id }, (own, numbers, given) => ({
    ...ledger,
    given,
    booked: having(having(ledger.booked, id, { ...found, isReversed: true }), own, {
      date,
      lines,
      ...numbers,
      isReversed: false,
      reverses: id,
    }),
    totals: added(ledger.totals, yearOf(date), lines),
  }));
}

function total(ledger: Ledger, { year, account }: LedgerOp & { kind: 'total' }): Outcomes {
  if (!ledger.years.some((one) => one.year === year) || !ledger.accounts.has(account))
    return refusals(ledger, NOT_THERE);
  const cents = ledger.totals.get(`${year}/${account}`) ?? 0;
  return [outcome({ status: 200, figures: cents, next: () => ledger })];
}

function ofYears(
  ledger: Ledger,
  op: LedgerOp & { kind: 'close' | 'reopen' | 'addYear' | 'removeYear' | 'barPeriod' },
): Outcomes {
  if (op.kind === 'barPeriod') {
    const { period, barred } = op;
    const year = ledger.years.find((one) => one.year === FIRST_YEAR + Math.floor((period - 1) / 12));
    if (year === undefined) return refusals(ledger, NOT_THERE);
    const next = {
      ...ledger,
      barred: barred ? having(ledger.barred, period, true) : without(ledger.barred, period),
    };
    return [
      outcome({ status: 200, figures: [period, barred], next: () => next }),
      ...(year.closed ? refusals(ledger, [400, 'E10110'], [400, 'E10080']) : []),
    ];
  }
  if (op.kind === 'addYear') {
    const next = (ledger.years.at(-1)?.year ?? 0) + 1;
    if (op.year !== next) return refusals(ledger, [400, 'E10100']);
    const years = [...ledger.years, { year: next, closed: false }];
    return [outcome({ status: 201, figures: [next, false], next: () => ({ ...ledger, years }) })];
  }
  const at = ledger.years.findIndex((one) => one.year === op.year);
  if (at < 0) return refusals(ledger, NOT_THERE);
  if (op.kind === 'close') return closed(ledger, at);
  if (op.kind === 'reopen') return reopened(ledger, at);
  return yearRemoved(ledger, at);
}

function stays(reason: string): readonly [number, string, string] {
  return [400, 'E10110', reason];
}

function closed(ledger: Ledger, at: number): Outcomes {
  const { years } = ledger;
  const { year, closed: isClosed } = years[at] as Year;
  const next = years[at + 1];
  const refused = refusals(
    ledger,
    isClosed && stays('alreadyClosed'),
    years.slice(0, at).some((one) => !one.closed) && stays('earlierYearOpen'),
    next === undefined && stays('noNextYear'),
    next?.closed === true && stays('nextYearClosed'),
    hasDrafts(ledger, year) && stays('hasDrafts'),
  );
  if (refused.length > 0) return refused;
  const all = [...ledger.totals]
    .filter(([name]) => name.startsWith(`${year}/`))
    .map(([name, cents]): Line => [Number(name.split('/')[1]), cents]);
  const result = all.find(([account]) => account === SALES)?.[1] ?? 0;
  const balances = new Map<number, number>();
  for (const [account, cents] of all) if (account !== SALES) balances.set(account, cents);
  balances.set(RESULT, (balances.get(RESULT) ?? 0) + result);
  const carried = [...balances].filter(([, cents]) => cents !== 0);
  return [
    outcome({
      status: 200,
      figures: [year, true],
      next: () => ({
        ...ledger,
        years: years.map((one, index) => (index === at ? { year, closed: true } : one)),
        carried: having(ledger.carried, year, carried),
        totals: added(ledger.totals, year + 1, carried),
      }),
    }),
  ];
}

function reopened(ledger: Ledger, at: number): Outcomes {
  const { years } = ledger;
  const { year, closed: isClosed } = years[at] as Year;
  const refused = refusals(
    ledger,
    !isClosed && stays('notClosed'),
    years[at + 1]?.closed === true && stays('nextYearClosed'),
  );
  if (refused.length > 0) return refused;
  const back = (ledger.carried.get(year) ?? []).map(([account, cents]): Line => [account, -cents]);
  return [
    outcome({
      status: 204,
      next: () => ({
        ...ledger,
        years: years.map((one, index) => (index === at ? { year, closed: false } : one)),
        carried: without(ledger.carried, year),
        totals: added(ledger.totals, year + 1, back),
      }),
    }),
  ];
}

function yearRemoved(ledger: Ledger, at: number): Outcomes {
  const { years } = ledger;
  const { year, closed: isClosed } = years[at] as Year;
  const hasEntries =
    [...ledger.booked.values()].some(({ date }) => yearOf(date) === year) ||
    (ledger.carried.get(year - 1)?.length ?? 0) > 0;
  const refused = refusals(
    ledger,
    at !== years.length - 1 && stays('notTheLast'),
    isClosed && stays('closed'),
    hasDrafts(ledger, year) && stays('hasDrafts'),
    hasEntries && stays('hasEntries'),
  );
  const next: Ledger = {
    ...ledger,
    years: years.slice(0, -1),
    barred: new Map([...ledger.barred].filter(([period]) => period <= (year - FIRST_YEAR) * 12)),
  };
  if (refused.length > 0) return refused;
  return [outcome({ status: 204, next: () => next })];
}

function hasDrafts(ledger: Ledger, year: number): boolean {
  return [...ledger.drafts.values()].some(({ date }) => yearOf(date) === year);
}

function added(
  totals: ReadonlyMap<string, number>,
  year: number,
  lines: readonly Line[],
): ReadonlyMap<string, number> {
  const sums = new Map(totals);
  for (const [account, cents] of lines) {
    const name = `${year}/${account}`;
    const sum = (sums.get(name) ?? 0) + cents;
    if (sum === 0) sums.delete(name);
    else sums.set(name, sum);
  }
  return sums;
}

/** What stands on an account in the years that are open. */
function balanceOf(ledger: Ledger, account: number): number {
  return ledger.years
    .filter((one) => !one.closed)
    .reduce((sum, { year }) => sum + (ledger.totals.get(`${year}/${account}`) ?? 0), 0);
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function periodOf(date: string): number {
  return (yearOf(date) - FIRST_YEAR) * 12 + Number(date.slice(5, 7));
}

function shown(id: number, voucher: Draft): Shown {
  const { date, lines, number, entries } = voucher;
  return [id, date, number as number, lines, entries as readonly number[], reversesOf(voucher)];
}

function reversesOf({ reverses }: Draft & { readonly reverses?: number }): number | null {
  return reverses ?? null;
}

const cents = (amount: number): number => Math.round(amount * 100);

function voucherFigures(body: Body): unknown {
  const lines = body.lines as readonly Body[];
  return [
    body.voucherId,
    body.date,
    body.voucherNumber.voucherNumber,
    lines.map((line) => [line.account.accountNumber, cents(line.amountInBaseCurrency as number)]),
    lines.map((line) => line.entryNumber as number),
    body.reverses?.voucherId ?? null,
  ];
}

const accountFigures = (body: Body): unknown => [
  body.accountNumber,
  body.name,
  body.barred,
  cents(body.balance as number),
];
const yearFigures = (body: Body): unknown => [Number(body.year), body.closed];

function linesOf(random: Random): readonly Line[] {
  const count = random.below(12) === 0 ? random.below(2) : 2 + random.below(3);
  let left = 0;
  return Array.from({ length: count }, (_, index): Line => {
    const account = random.chance(0.15) ? SALES : random.oneOf(ACCOUNTS);
    const isLast = index === count - 1 && random.chance(0.93);
    const amount = isLast ? -left : random.below(200_000) - 100_000;
    left += amount;
    // A line of nothing would be refused for its shape.
    return [account, amount === 0 ? 1 : amount];
  });
}

/** An operation as a request. */
function to(
  op: LedgerOp,
  method: string,
  path: string,
  figuresOf: (body: Body) => unknown = voucherFigures,
  body?: unknown,
): Wanted<LedgerOp> {
  return { op, request: { method, path, headers: {}, body }, figuresOf };
}

function dateIn(random: Random, year: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  // Many meet on the same days, as at the end of a month.
  if (random.chance(0.4)) return `${year}-05-${two(30 + random.below(2))}`;
  return `${year}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}

/** What a client may do next, on what it knows to be there. `things`: which of them it wants. */
export function wantLedger(random: Random, ledger: Ledger, things: Random): Wanted<LedgerOp> {
  const account = things.oneOf(ACCOUNTS);
  const last = ledger.years.at(-1)?.year ?? FIRST_YEAR;
  const year = FIRST_YEAR + things.below(last - FIRST_YEAR + 1);
  const date = dateIn(things, things.chance(0.05) ? last + 1 : year);
  const idOf = (all: ReadonlyMap<number, Draft>): number => {
    const ids = [...all.keys()].filter((id) => id > 0);
    return things.chance(0.9) && ids.length > 0 ? things.oneOf(ids) : NOBODYS + things.below(9);
  };
  const [ofDraft, booked] = [idOf(ledger.drafts), idOf(ledger.booked)];
  const isOfDraft = things.chance(0.12);
  // What is booked is no draft any more, and a draft is not booked.
  const id = random.chance(0.88) ? ofDraft : booked;
  const ofBooked = random.chance(0.9) ? booked : ofDraft;
  if (random.chance(0.3)) {
    const met = things.chance(0.3) ? wantOfClosedYear(random, ledger) : wantOfEmptyYear(random, ledger);
    if (met !== undefined) return met;
  }
  if (isOfDraft) return wantOfDraft(random, ledger, ofDraft);
  const throwOf = random.below(40);
  if (throwOf < 5) {
    const [name, barred] = [`a${random.below(9)}`, random.chance(0.25)];
    return wantAccount(account, name, barred);
  }
  if (throwOf < 6) return to({ kind: 'removeAccount', account }, 'DELETE', `/accounts/${account}`);
  if (throwOf < 9) return to({ kind: 'getAccount', account }, 'GET', `/accounts/${account}`, accountFigures);
  if (throwOf < 15) return wantDraft(random, date, undefined);
  // Whoever else wants the same draft may date it in another year.
  if (throwOf < 17)
    return wantDraft(
      random,
      random.chance(0.5) ? date : dateIn(random, FIRST_YEAR + random.below(last - FIRST_YEAR + 1)),
      id,
    );
  // Some are never booked.
  if (throwOf < 18 || throwOf === 39) return wantGone(id);
  if (throwOf < 19) return to({ kind: 'getDraft', id }, 'GET', `/vouchers/drafts/${id}`);
  if (throwOf < 26) {
    return wantBooked(id, random.chance(0.95) ? (ledger.drafts.get(id)?.date ?? date) : date);
  }
  if (throwOf < 27) return wantOfBooked(ofBooked);
  if (throwOf < 29) return wantReversed(ofBooked, date);
  if (throwOf < 31) return wantTotal(year, account);
  if (throwOf < 32) return random.chance(0.5) ? listDrafts() : listBooked();
  return wantYears(random, { year, last, date });
}

/** All drafts, and all that is booked but by the books themselves. */
export const listDrafts = (): Wanted<LedgerOp> => ({
  op: { kind: 'drafts' },
  request: { method: 'GET', path: '/vouchers/drafts?pagesize=1000', headers: {} },
  figuresOf: listFigures,
});
/** Asks for all booked vouchers. */
export const listBooked = (): Wanted<LedgerOp> => ({
  op: { kind: 'bookedOnes' },
  request: { method: 'GET', path: '/vouchers/booked?pagesize=1000', headers: {} },
  figuresOf: listFigures,
});

function listFigures(list: Body): unknown {
  return (list.collection as readonly Body[])
    .filter(({ voucherType }) => voucherType === 'financeVoucher')
    .map(voucherFigures);
}

/** What clients who meet at one draft want of it: to change it, to book it, to have it gone. */
function wantOfDraft(random: Random, ledger: Ledger, id: number): Wanted<LedgerOp> {
  const date = ledger.drafts.get(id)?.date ?? dateIn(random, FIRST_YEAR);
  switch (random.below(5)) {
    case 0:
      return wantDraft(random, date, id);
    case 1:
      // Its number is of the year that it is dated in.
      return wantDraft(random, dateIn(random, random.oneOf(ledger.years).year), id);
    case 2:
      return wantGone(id);
    default:
      return wantBooked(id, date);
  }
}

/**
 * Drafts that come into a year without any, and what such a year may be closed or removed by: where clients
 * seldom meet by chance, and the two exclude each other.
 */
function wantOfEmptyYear(random: Random, ledger: Ledger): Wanted<LedgerOp> | undefined {
  const empty = ledger.years.filter(({ year, closed }) => !closed && !hasDrafts(ledger, year));
  const first = ledger.years.find(({ closed }) => !closed);
  const last = ledger.years.at(-1);
  const chosen =
    empty.length > 0 && random.chance(0.2)
      ? random.oneOf(empty)
      : (empty.find((one) => one === first) ?? empty.find((one) => one === last));
  if (chosen === undefined) return undefined;
  const { year } = chosen;
  if (random.chance(0.4)) return wantDraft(random, dateIn(random, year), undefined);
  const mayGo = year > FIRST_YEAR && (chosen === last || (chosen !== first && random.chance(0.5)));
  if (mayGo) return wantYearGone(year);
  return wantClosed(year);
}

/** The last year that is closed is reopened, or the next one closed, or something drafted in one of them. */
function wantOfClosedYear(random: Random, { years }: Ledger): Wanted<LedgerOp> | undefined {
  const closed = years.filter((one) => one.closed).at(-1)?.year;
  if (closed === undefined) return undefined;
  if (random.chance(0.5)) return wantReopened(closed);
  return random.chance(0.5) ? wantClosed(closed + 1) : wantDraft(random, dateIn(random, closed), undefined);
}

function wantAccount(account: number, name: string, barred: boolean): Wanted<LedgerOp> {
  return to({ kind: 'putAccount', account, name, barred }, 'PUT', `/accounts/${account}`, accountFigures, {
    name,
    accountType: 'status',
    barred,
  });
}

function wantGone(id: number): Wanted<LedgerOp> {
  return to({ kind: 'removeDraft', id }, 'DELETE', `/vouchers/drafts/${id}`);
}

function wantBooked(id: number, date: string): Wanted<LedgerOp> {
  return to({ kind: 'book', id, date }, 'POST', '/vouchers/booked', voucherFigures, { voucherId: id, date });
}

function wantOfBooked(id: number): Wanted<LedgerOp> {
  return to({ kind: 'getBooked', id }, 'GET', `/vouchers/booked/${id}`);
}

function wantReversed(id: number, date: string): Wanted<LedgerOp> {
  const path = `/vouchers/booked/${id}/reversal`;
  return to({ kind: 'reverse', id, date }, 'POST', path, voucherFigures, { date });
}

function wantClosed(year: number): Wanted<LedgerOp> {
  return to({ kind: 'close', year }, 'POST', `/accounting-years/${year}/closing`, yearFigures);
}

function wantReopened(year: number): Wanted<LedgerOp> {
  return to({ kind: 'reopen', year }, 'DELETE', `/accounting-years/${year}/closing`);
}

function wantYearGone(year: number): Wanted<LedgerOp> {
  return to({ kind: 'removeYear', year }, 'DELETE', `/accounting-years/${year}`);
}

function wantTotal(year: number, account: number): Wanted<LedgerOp> {
  return to({ kind: 'total', year, account }, 'GET', `/accounting-years/${year}/totals/${account}`, (body) =>
    cents(body.totalInBaseCurrency as number),
  );
}

function wantYear(year: number): Wanted<LedgerOp> {
  return to({ kind: 'addYear', year }, 'POST', '/accounting-years', yearFigures, {
    fromDate: `${year}-01-01`,
    toDate: `${year}-12-31`,
  });
}

/**
 * What comes before a year can be closed, and then it is; perhaps the next one too, and one is reopened. Or
 * those that are closed are reopened, from the last on, for there are few.
 */
function endOfYear(random: Random, { years, drafts }: Ledger): readonly Wanted<LedgerOp>[] {
  const last = years.at(-1)?.year ?? FIRST_YEAR;
  const open = openYears(years);
  const closed = years.filter((one) => one.closed).map(({ year }) => year);
  if (closed.length > 0 && random.chance(0.5)) {
    const some = closed.slice(-1 - random.below(2));
    return (random.chance(0.5) ? some : some.reverse()).map(wantReopened);
  }
  const closing = open.slice(0, 1 + random.below(2)).filter((year) => year < last || last < LAST_YEAR);
  const own = [...drafts].filter(([id, { date }]) => id > 0 && closing.includes(yearOf(date)));
  return [
    ...(closing.includes(last) ? [wantYear(last + 1)] : []),
    // What cannot be booked goes; what is booked stays.
    ...own.flatMap(([id, { date }]) => [wantBooked(id, date), wantGone(id)]),
    // What a year came to stands in the next one, on an account that nobody else asks for.
    ...closing.flatMap((year) => [wantClosed(year), wantTotal(year + 1, RESULT)]),
    ...closing.filter(() => random.chance(0.5)).map(wantReopened),
  ];
}

/** A month is barred while people still draft in it, and opened again. */
function endOfMonth(random: Random, { years }: Ledger): readonly Wanted<LedgerOp>[] {
  const open = openYears(years);
  const date = dateIn(random, random.oneOf(open.length > 0 ? open : [FIRST_YEAR]));
  const draft = (): Wanted<LedgerOp> => wantDraft(random, date, undefined);
  return [
    draft(),
    draft(),
    wantBarred(periodOf(date), true),
    draft(),
    draft(),
    wantBarred(periodOf(date), false),
  ];
}

/** An account is barred while people still draft on it, and opened again. */
function accountBarred(random: Random, { years, accounts }: Ledger): readonly Wanted<LedgerOp>[] {
  const open = openYears(years);
  const date = dateIn(random, random.oneOf(open.length > 0 ? open : [FIRST_YEAR]));
  const account = random.oneOf(ACCOUNTS);
  const name = accounts.get(account)?.name ?? 'a';
  const draft = wantDraft(random, date, undefined, [
    [account, 100],
    [SALES, -100],
  ]);
  const [barred, opened] = [true, false].map((isBarred) => wantAccount(account, name, isBarred)) as [
    Wanted<LedgerOp>,
    Wanted<LedgerOp>,
  ];
  return [opened, draft, draft, draft, barred, draft, draft, opened, draft];
}

/**
 * Years are added, perhaps something is drafted in the last one, and they go again: only ever the last one,
 * when nothing is dated in it any more.
 */
function yearsTooMany(random: Random, { years, drafts }: Ledger): readonly Wanted<LedgerOp>[] {
  const last = years.at(-1)?.year ?? FIRST_YEAR;
  const [next, second] = [last + 1, last + 2];
  const own = [...drafts].filter(([id, { date }]) => id > 0 && yearOf(date) === last).map(([id]) => id);
  if (last >= LAST_YEAR || (last > FIRST_YEAR + 1 && own.length > 0 && random.chance(0.5)))
    return [wantYearGone(last), ...own.map(wantGone), wantYearGone(last)];
  if (random.chance(0.5))
    return [wantYear(next), wantDraft(random, dateIn(random, next), undefined), wantYearGone(next)];
  return [wantYear(next), wantYear(second), ...[next, second, next].map(wantYearGone)];
}

/** A voucher is taken back, and once more by somebody who has not noticed; perhaps by both at once. */
function takenBack(random: Random, { years, booked }: Ledger): Errand<LedgerOp> {
  const open = openYears(years);
  const ids = [...booked].filter(([id, { isReversed }]) => id > 0 && !isReversed).map(([id]) => id);
  if (ids.length === 0 || open.length === 0) return [];
  const id = random.oneOf(ids);
  const reversal = wantReversed(id, dateIn(random, random.oneOf(open)));
  const look = wantOfBooked(id);
  return random.chance(0.5) ? [[reversal, reversal], [look]] : [[reversal], [look], [reversal]];
}

/** Somebody looks at a list of vouchers again and again, and at last a draft is booked. */
function listLookedAt(random: Random, { drafts }: Ledger): Errand<LedgerOp> {
  const ids = [...drafts.keys()].filter((id) => id > 0);
  if (ids.length === 0) return [];
  const id = random.oneOf(ids);
  const look = random.chance(0.5) ? listDrafts() : listBooked();
  const book = wantBooked(id, drafts.get(id)?.date ?? '');
  return inTurn([look, look, look, look, look, book, look, look]);
}

function openYears(years: Ledger['years']): readonly number[] {
  return years.filter(({ closed }) => !closed).map(({ year }) => year);
}

/** What somebody does one thing after the other, where chance would seldom come to the end of it. */
export function bookkeeping(random: Random, ledger: Ledger): Errand<LedgerOp> {
  if (random.chance(0.45)) return inTurn(endOfYear(random, ledger));
  if (random.chance(0.4)) return random.oneOf([takenBack, listLookedAt])(random, ledger);
  return inTurn(random.oneOf([endOfMonth, accountBarred, yearsTooMany])(random, ledger));
}

function wantBarred(period: number, barred: boolean): Wanted<LedgerOp> {
  const year = FIRST_YEAR + Math.floor((period - 1) / 12);
  return to(
    { kind: 'barPeriod', period, barred },
    'PUT',
    `/accounting-years/${year}/periods/${period}`,
    (body) => [body.periodNumber, body.barred],
    { barred },
  );
}

function wantDraft(
  random: Random,
  date: string,
  id: number | undefined,
  lines = linesOf(random),
): Wanted<LedgerOp> {
  const sent = {
    date,
    lines: lines.map(([on, amount]) => ({ account: { accountNumber: on }, amount: amount / 100 })),
  };
  return id === undefined
    ? to({ kind: 'draft', date, lines }, 'POST', '/vouchers/drafts/finance-vouchers', voucherFigures, sent)
    : to({ kind: 'redraft', id, date, lines }, 'PUT', `/vouchers/drafts/${id}`, voucherFigures, sent);
}

function wantYears(
  random: Random,
  { year, last, date }: { readonly year: number; readonly last: number; readonly date: string },
): Wanted<LedgerOp> {
  switch (random.below(9)) {
    case 0:
    case 1:
      return wantClosed(year);
    case 2:
    case 3:
      return wantReopened(year);
    case 4:
    case 6: {
      // The next one, for the most part; the last one again, or one that leaves a year out.
      const next = random.chance(0.7) && last < LAST_YEAR ? last + 1 : last + 2 * random.below(2);
      return wantYear(next);
    }
    case 5: {
      // The first one stays: periods are counted from it.
      const gone = Math.max(FIRST_YEAR + 1, random.chance(0.5) ? last : year);
      return wantYearGone(gone);
    }
    default: {
      // The one that others date what they write in, more often than not.
      const isMet = random.chance(0.7) && yearOf(date) === year;
      const period = isMet ? periodOf(date) : (year - FIRST_YEAR) * 12 + 1 + random.below(12);
      return wantBarred(period, random.chance(0.3));
    }
  }
}
