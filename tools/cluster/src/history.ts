/** What a client asked to be made. A tag is in what it makes, so that it can be found again. */
export type Requested = {
  readonly tag: string;
  readonly kind: 'unit' | 'voucher' | 'invoice';
  readonly agreementNumber: number;
  /** Asked under an idempotency key, and asked again under it until there was an answer. */
  readonly keyed: boolean;
};

/**
 * How it ended: `acknowledged` with the number it was answered with; `refused`, and so not to be found;
 * `unknown`, because an answer was lost or said that the work may have been done.
 */
export type Ended =
  | { readonly outcome: 'acknowledged'; readonly number: number }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

/** A request with its end: what a client knows of it. */
export type HistoryEvent = Requested & Ended;

/** What was found afterwards under a tag. */
export type FoundItem = {
  readonly tag: string;
  readonly kind: HistoryEvent['kind'];
  readonly agreementNumber: number;
  readonly number: number;
};

/**
 * Compares what clients were answered with what is stored: what was acknowledged is there once, under its
 * number; what was refused is not; what is unknown is there once at most; nothing else is; and no number is
 * used twice. Gives the faults, as sentences.
 */
export function faultsOf(history: readonly HistoryEvent[], stored: readonly FoundItem[]): readonly string[] {
  const found = groupsOf(stored, ({ tag }) => tag);
  const faults: string[] = [];
  for (const operation of history) {
    const { tag, kind, outcome } = operation;
    const [first, ...more] = found.get(tag) ?? [];
    found.delete(tag);
    const what = `${kind} ${tag} was ${outcome}`;
    if (more.length > 0) faults.push(`${what} and is there ${more.length + 1} times`);
    if (outcome === 'acknowledged' && first === undefined) faults.push(`${what} and is not there`);
    if (outcome === 'acknowledged' && first !== undefined && first.number !== operation.number)
      faults.push(`${what} as number ${operation.number} and is there as number ${first.number}`);
    if (outcome === 'refused' && first !== undefined) faults.push(`${what} and is there`);
  }
  for (const tag of found.keys()) faults.push(`${tag} is there and was never asked for`);
  return [...faults, ...doublesOf(stored)];
}

function doublesOf(stored: readonly FoundItem[]): readonly string[] {
  return [...groupsOf(stored, seriesOf)].flatMap(([series, ones]) => {
    const times = groupsOf(ones, ({ number }) => number);
    return [...times]
      .filter(([, { length }]) => length > 1)
      .map(([number, { length }]) => `${series} has number ${number} ${length} times`);
  });
}

/**
 * Invoices are numbered without holes: the numbers that are missing before
 * the last of an agreement, as sentences.
 */
export function holesOf(stored: readonly FoundItem[]): readonly string[] {
  const invoices = stored.filter(({ kind }) => kind === 'invoice');
  return [...groupsOf(invoices, seriesOf)].flatMap(([series, ones]) => {
    const numbers = new Set(ones.map(({ number }) => number));
    const last = Math.max(...numbers);
    return Array.from({ length: last }, (_, index) => index + 1)
      .filter((number) => !numbers.has(number))
      .map((number) => `${series} has no number ${number}, but ${last}`);
  });
}

function seriesOf({ kind, agreementNumber }: FoundItem): string {
  return `agreement ${agreementNumber}, ${kind}s,`;
}

function groupsOf<K, V>(ones: readonly V[], keyOf: (one: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const one of ones) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
