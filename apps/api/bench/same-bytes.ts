import type { Tokens } from './load.js';
import type { Running } from './servers.js';
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
/** Created now, and so perhaps not in the same minute. */
const UPDATED = /"lastUpdated":"[^"]*"/;

/** Asks both sides one request of each work and compares the bytes of the bodies. */
export async function compareBytes(
  service: Running,
  floor: Running,
  asking: { readonly tokens: readonly Tokens[]; readonly sizes: Sizes; readonly ids: readonly string[] },
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { id, request, expects } of works.filter((work) => asking.ids.includes(work.id))) {
    const { body, ...asked } = request(SAMPLE, asking.sizes);
    // What is created here must not be in the way of what is created later.
    const sent = body === undefined ? asked : { ...asked, body: body.replace(/"N\d+"/, '"COMPARED"') };
    const texts = [];
    for (const side of [service, floor]) {
      const { status, text } = await ask(side, sent, asking.tokens);
      if (status !== expects)
        throw new WrongAnswer(`the ${side.side} answered ${status} to ${id}: ${text.slice(0, 500)}`);
      texts.push(text.replace(expects === 201 ? UPDATED : '', ''));
    }
    const [ours = '', theirs = ''] = texts;
    comparisons.push({ id, bytes: Buffer.byteLength(ours), difference: differenceOf(ours, theirs) });
  }
  return comparisons;
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
