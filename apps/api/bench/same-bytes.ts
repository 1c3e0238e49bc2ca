import type { Tokens } from './load.js';
import type { Running } from './servers.js';
import { figure } from './table.js';
import { WrongAnswer, type BenchRequest, type Sizes } from './work.js';
import { works } from './works.js';

/** What both sides answered to the same request. */
export type Comparison = {
  readonly id: string;
  /** How long the service's answer is. */
  readonly bytes: number;
  /** Undefined when the bytes are the same; else where they part. */
  readonly difference: string | undefined;
};

/** Some request that is not at an edge of the data. */
const SAMPLE = 3;
const EXCERPT = 60;
/** Of requests that follow each other, the first ones. */
const STEPS = 2;
/** Created now, and so perhaps not in the same minute. */
const UPDATED = /"lastUpdated":"[^"]*"/;

/** Asks both sides one request of each work and compares the bytes of the bodies. */
export async function compareBytes(
  service: Running,
  floor: Running,
  asking: { readonly tokens: readonly Tokens[]; readonly sizes: Sizes; readonly ids: readonly string[] },
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  const asked = works.filter(({ id, serviceOnly = false }) => asking.ids.includes(id) && !serviceOnly);
  for (const { id, request, follow, expects } of asked) {
    const { body, ...rest } = request(SAMPLE, asking.sizes);
    // What is created here must not be in the way of what is created later.
    const sent = body === undefined ? rest : { ...rest, body: body.replace(/"N\d+"/, '"COMPARED"') };
    const texts = [];
    for (const side of [service, floor]) {
      let all = '';
      let next: BenchRequest | undefined = sent;
      for (let step = 0; next !== undefined && step < STEPS; step += 1) {
        const { status, text } = await ask(side, next, asking.tokens);
        if (expects !== 'as asked' ? status !== expects : status >= 300)
          throw new WrongAnswer(`the ${side.side} answered ${status} to ${id}: ${text.slice(0, 500)}`);
        all += text.replace(expects === 201 ? UPDATED : '', '');
        next = follow?.(text, SAMPLE, asking.sizes);
      }
      texts.push(all);
    }
    const [ours = '', theirs = ''] = texts;
    comparisons.push({ id, bytes: Buffer.byteLength(ours), difference: differenceOf(ours, theirs) });
  }
  return comparisons;
}

/** What is told of them. */
export function bytesLines(comparisons: readonly Comparison[]): readonly string[] {
  if (comparisons.length === 0)
    return ['No bytes were compared: what was asked for is not asked of both sides.'];
  const different = comparisons.filter(({ difference }) => difference !== undefined);
  const same = comparisons.length - different.length;
  return [
    `Same bytes from both: ${same} of ${comparisons.length} (${comparisons.map(({ id, bytes }) => `${id} ${figure(bytes)}`).join(', ')}).`,
    ...different.map(({ id, difference }) => `DIFFERENT BYTES in ${id}: ${difference ?? ''}`),
  ];
}

async function ask(
  { port }: Running,
  { agreement, path, body }: BenchRequest,
  tokens: readonly Tokens[],
): Promise<{ readonly status: number; readonly text: string }> {
  const { appToken = '', grantToken = '' } = tokens[agreement] ?? {};
  const headers = {
    'X-AppSecretToken': appToken,
    'X-AgreementGrantToken': grantToken,
    'Content-Type': 'application/json',
    'Accept-Encoding': 'identity',
    Connection: 'close',
  };
  const url = `http://127.0.0.1:${port}${path}`;
  const response = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

function differenceOf(service: string, floor: string): string | undefined {
  if (service === floor) return undefined;
  let at = 0;
  while (service[at] === floor[at]) at += 1;
  const around = (text: string): string =>
    JSON.stringify(text.slice(Math.max(0, at - EXCERPT / 2), at + EXCERPT));
  return `at character ${at} the service says ${around(service)} and the floor ${around(floor)}`;
}
