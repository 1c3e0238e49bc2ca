import type { Agent } from 'node:http';
import type { Sandbox } from './clients.js';
import type { Cluster } from './cluster.js';
import { connections, send, type HttpAnswer } from './exchange.js';
import type { RunOutcome } from './run-outcome.js';

const TURNS = 8;
const INVOICED = 100;
const PAID = 70;
const DATE = new Date().toISOString().slice(0, 10);
/** Each payment is told to a replica of its own, which writes to a node of its own. */
const AT_ONCE = [0, 1] as const;

/** A booked line of a customer, and what is left of it. */
type Post = { readonly voucherId: number; readonly entryNumber: number };

/**
 * Pays an invoice twice at the same instant, on two replicas, more than is left of it together: payments that
 * say what they pay, and payments that are matched when they are booked already. What is left of an invoice
 * and of a payment is never on the other side of zero, nothing is answered 500, and what one replica has
 * matched the other counts.
 */
export async function payAtOnce({ replicas }: Cluster, sandbox: Sandbox): Promise<RunOutcome> {
  const agent = connections();
  const asks = replicas.map(({ address }) => askerOf(agent, address, sandbox)) as [Ask, Ask];
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const seen = (answers: readonly HttpAnswer[]): readonly HttpAnswer[] => {
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return answers;
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    const saying = turn % 2 === 0;
    const invoice = await booked(asks[0], 'customer-invoices', { amount: INVOICED });
    const payment = { amount: -PAID, ...(saying && { matches: [{ voucherId: invoice.voucherId }] }) };
    const drafts = await Promise.all(AT_ONCE.map((at) => drafted(asks[at], 'customer-payments', payment)));
    const book = (at: 0 | 1): Promise<HttpAnswer> =>
      asks[at]('POST', '/vouchers/booked', { voucherId: drafts[at]?.voucherId, date: DATE });
    const match = (at: 0 | 1): Promise<HttpAnswer> =>
      asks[at]('POST', '/matches', {
        posts: [invoice, drafts[at] as Post].map((post) => ({ ...post, amount: PAID })),
      });
    const bookings = saying ? seen(await Promise.all(AT_ONCE.map(book))) : [await book(0), await book(1)];
    const matchings = saying ? [] : seen(await Promise.all(AT_ONCE.map(match)));
    const left = await Promise.all(
      [invoice, ...drafts].map((post) => leftOf(asks[turn % 3 === 0 ? 0 : 1], post)),
    );

    // The second payment takes what the first has left; asked for more than that, it is refused.
    const wanted = saying ? [0, -2 * PAID + INVOICED] : [INVOICED - PAID, -PAID];
    const [ofInvoice = NaN, ...ofPayments] = left;
    const sum = ofPayments.reduce((all, one) => all + one, 0);
    if (ofInvoice !== wanted[0] || sum !== wanted[1] || ofPayments.some((one) => one > 0 || one < -PAID))
      faults.push(
        `turn ${turn}: ${ofInvoice} of an invoice and ${ofPayments.join(' and ')} of its payments are left`,
      );
    if (bookings.some(({ status }) => status !== 201)) faults.push(`turn ${turn}: ${textsOf(bookings)}`);
    const taken = matchings.filter(({ status }) => status === 201).length;
    if (matchings.some(({ status }) => status !== 201 && status !== 400) || (!saying && taken !== 1))
      faults.push(`turn ${turn}: ${textsOf(matchings)}`);
  }
  agent.destroy();
  const answered = [...statuses].map(([status, times]) => `${status} ${times} times`).join(', ');
  return { figures: [[`${TURNS} invoices paid twice at once`, answered]], faults };
}

type Ask = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<HttpAnswer>;

function askerOf(agent: Agent, address: string, sandbox: Sandbox): Ask {
  const headers = {
    'X-AppSecretToken': sandbox.appSecretToken,
    'X-AgreementGrantToken': sandbox.agreementGrantToken,
  };
  return (method, path, body) => send(agent, { method, url: address + path, headers, body });
}

async function drafted(ask: Ask, kind: string, line: object): Promise<Post> {
  const contraAccount = { accountNumber: kind === 'customer-invoices' ? 1010 : 5820 };
  const lines = [{ customer: { customerNumber: 1 }, ...line, contraAccount }];
  const { status, text } = await ask('POST', `/vouchers/drafts/${kind}`, { date: DATE, lines });
  if (status !== 201) throw new Error(`a draft was answered ${status}: ${text}`);
  const made = JSON.parse(text) as { voucherId: number; lines: readonly { entryNumber: number }[] };
  return { voucherId: made.voucherId, entryNumber: made.lines[0]?.entryNumber ?? 0 };
}

async function booked(ask: Ask, kind: string, line: object): Promise<Post> {
  const draft = await drafted(ask, kind, line);
  const { status, text } = await ask('POST', '/vouchers/booked', { voucherId: draft.voucherId, date: DATE });
  if (status !== 201) throw new Error(`a booking was answered ${status}: ${text}`);
  return draft;
}

async function leftOf(ask: Ask, { entryNumber }: Post): Promise<number> {
  const { text } = await ask('GET', `/open-posts/${entryNumber}`);
  return (JSON.parse(text) as { remainder: number }).remainder;
}

function textsOf(answers: readonly HttpAnswer[]): string {
  return answers.map(({ status, text }) => `${status} ${text.slice(0, 300)}`).join(' and ');
}
