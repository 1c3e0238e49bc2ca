import type { Agent } from 'node:http';
import { connections, send, type HttpAnswer } from './exchange.js';
import type { Ended, HistoryEvent } from './history.js';
import { pause } from './wait.js';

/** An agreement of the run, as `kontor sandbox` gives it. */
export type Sandbox = {
  readonly agreementNumber: number;
  readonly appSecretToken: string;
  readonly agreementGrantToken: string;
};

/** Everything that is noted while clients work. */
export type Notes = {
  readonly history: HistoryEvent[];
  /** How often each status was answered; 0: the connection broke. */
  readonly statuses: Map<number, number>;
  /** When something was acknowledged, in milliseconds since the beginning. */
  readonly acknowledgedAt: number[];
  /** How long acknowledged operations took. */
  readonly durations: number[];
  /** Answers that should never be given. */
  readonly odd: string[];
};

/** Whom the clients ask, how many they are, and what they do. */
export type ClusterLoad = {
  readonly address: string;
  readonly sandboxes: readonly Sandbox[];
  readonly clients: number;
  /** The number of the first of them, so that those of two loads are told apart. */
  readonly from?: number;
};

/** What a tag looks like: which client, and its how manieth. Short, because the name of a unit is. */
export const TAG = /^[0-9a-z]+\.[0-9a-z]+$/;

/**
 * Answers after which the work may have been done or not: a client asks again
 * under the same key, or does not know.
 */
const UNSURE = new Set([0, 502, 503, 504, 598]);
const PAUSE_MS = 100;
/** How long a client goes on asking under its key after the run is over. */
const GRACE_MS = 20_000;
const DATE = new Date().toISOString().slice(0, 10);

/**
 * Clients that create and book until they are told to stop: every other under idempotency keys, asking again
 * until there is an answer, the others once, taking no answer for an answer.
 */
export function startClients({ address, sandboxes, clients, from = 0 }: ClusterLoad): {
  readonly notes: Notes;
  stop(): Promise<void>;
} {
  const notes: Notes = { history: [], statuses: new Map(), acknowledgedAt: [], durations: [], odd: [] };
  const began = performance.now();
  let latest = Infinity;
  const isOver = (): boolean => latest !== Infinity;

  const work = async (index: number): Promise<void> => {
    const sandbox = sandboxes[index % sandboxes.length] as Sandbox;
    const keyed = index % 4 < 2;
    const agent = connections();
    const asking: Asking = {
      agent,
      address,
      sandbox,
      keyed,
      notes,
      mayAskAgain: () => performance.now() < latest,
    };
    for (let turn = 0; !isOver(); turn += 1) {
      const tag = `${index.toString(36)}.${turn.toString(36)}`;
      const kind = KINDS[turn % KINDS.length] ?? 'voucher';
      const at = performance.now();
      const ended = await MAKING[kind](asking, tag);
      if (ended === undefined) continue;
      notes.history.push({ tag, kind, keyed, agreementNumber: sandbox.agreementNumber, ...ended });
      if (ended.outcome !== 'acknowledged') continue;
      notes.acknowledgedAt.push(performance.now() - began);
      notes.durations.push(performance.now() - at);
    }
    agent.destroy();
  };
  const working = Promise.all(Array.from({ length: clients }, (_, index) => work(from + index)));
  return {
    notes,
    stop: async () => {
      latest = performance.now() + GRACE_MS;
      await working;
    },
  };
}

type Asking = {
  readonly agent: Agent;
  readonly address: string;
  readonly sandbox: Sandbox;
  readonly keyed: boolean;
  readonly notes: Notes;
  mayAskAgain(): boolean;
};

/** In turn. */
const KINDS: readonly HistoryEvent['kind'][] = ['voucher', 'invoice', 'voucher', 'unit'];

/**
 * Makes one of each kind; undefined when it did not come to the operation
 * itself, for want of a draft to book.
 */
const MAKING: Readonly<
  Record<HistoryEvent['kind'], (asking: Asking, tag: string) => Promise<Ended | undefined>>
> = {
  unit: async (asking, tag) =>
    endOf<{ unitNumber: number }>(
      await post(asking, '/units', { name: tag }, tag),
      (unit) => unit.unitNumber,
    ),

  voucher: async (asking, tag) => {
    const contraAccount = { accountNumber: 5810 };
    const body = {
      date: DATE,
      lines: [{ account: { accountNumber: 5830 }, contraAccount, amount: 7, text: tag }],
    };
    const draft = await post(asking, '/vouchers/drafts/finance-vouchers', body, `${tag}-draft`);
    if (draft.status !== 201) return undefined;
    const { voucherId, date } = JSON.parse(draft.text) as { voucherId: number; date: string };
    return endOf<Numbered>(
      await post(asking, '/vouchers/booked', { voucherId, date }, tag),
      ({ voucherNumber }) => voucherNumber.voucherNumber,
    );
  },

  invoice: async (asking, tag) => {
    const lines = [{ product: { productNumber: '1000' }, quantity: 1 }];
    const body = { customer: { customerNumber: 1 }, notes: { heading: tag }, lines };
    const draft = await post(asking, '/v2/invoices/drafts', body, `${tag}-draft`);
    if (draft.status !== 201) return undefined;
    const { id } = JSON.parse(draft.text) as { id: number };
    return endOf<{ voucher: Numbered }>(
      await post(asking, '/v2/invoices/booked', { id }, tag),
      ({ voucher }) => voucher.voucherNumber.voucherNumber,
    );
  },
};

type Numbered = { readonly voucherNumber: { readonly voucherNumber: number } };

function endOf<A>({ status, text }: HttpAnswer, numberOf: (made: A) => number): Ended {
  if (status === 201) return { outcome: 'acknowledged', number: numberOf(JSON.parse(text) as A) };
  return { outcome: UNSURE.has(status) || status >= 500 ? 'unknown' : 'refused' };
}

/** Asks once; under a key, until there is an answer. */
async function post(asking: Asking, path: string, body: unknown, key: string): Promise<HttpAnswer> {
  const { agent, address, sandbox, keyed, notes } = asking;
  const headers = {
    'X-AppSecretToken': sandbox.appSecretToken,
    'X-AgreementGrantToken': sandbox.agreementGrantToken,
    ...(keyed && { 'Idempotency-Key': key }),
  };
  for (;;) {
    const answer = await send(agent, { method: 'POST', url: address + path, headers, body });
    const { status, text } = answer;
    notes.statuses.set(status, (notes.statuses.get(status) ?? 0) + 1);
    if (status !== 201 && !UNSURE.has(status)) notes.odd.push(`POST ${path} for ${key}: ${status} ${text}`);
    if (UNSURE.has(status)) await pause(PAUSE_MS * (0.5 + Math.random()));
    if (!UNSURE.has(status) || !keyed || !asking.mayAskAgain()) return answer;
  }
}
