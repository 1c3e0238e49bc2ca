import { startClients, type Notes, type Sandbox } from './clients.js';
import { DATABASE, seconds, type Cluster, type Replica } from './cluster.js';
import { connections, send } from './exchange.js';
import { faultsOf, holesOf, type HistoryEvent } from './history.js';
import { bookedOn, digestOf, unitsOf } from './found-items.js';
import { payAtOnce } from './payments-at-once.js';
import type { Figure, RunOutcome } from './run-outcome.js';
import { pause, until } from './wait.js';

/** For how long clients write while nodes fail, and how many they are. */
export type FaultRun = { readonly seconds: number; readonly clients: number };

/** After a node is lost writes go on within this time (G18). */
const PAUSE_MAX_MS = 10_000;
/** After the majority is lost everything is refused within this time (G19). */
const REFUSED_MS = 5_000;
/** HAProxy lets a replica take requests after it was ready twice. */
const SETTLED_MS = 2_000;
const AGREEMENTS = 2;
const FAULTS_SHOWN = 20;

/**
 * Clients create and book while a database node and a replica are killed and come back; then everything is
 * compared. The node is the one that the first replica writes to.
 */
export async function runFaults(
  cluster: Cluster,
  { seconds: length, clients }: FaultRun,
  say: (what: string) => void,
): Promise<RunOutcome> {
  const [node1, node2] = cluster.nodes;
  const [, replica2] = cluster.replicas;
  const sandboxes: Sandbox[] = [];
  for (let turn = 0; turn < AGREEMENTS; turn += 1) {
    sandboxes.push(JSON.parse(await cluster.kontor(node2, 'sandbox')) as Sandbox);
  }
  say('paying invoices twice at the same instant, on both replicas');
  const paid = await payAtOnce(cluster, JSON.parse(await cluster.kontor(node2, 'sandbox')) as Sandbox);
  const load = startClients({ address: cluster.address, sandboxes, clients });
  const at = (share: number): Promise<void> => pause(share * length * 1000);

  await at(0.2);
  say(`kill -9 ${node1.name}, to which ${cluster.replicas[0].name} writes`);
  await node1.kill();
  await at(0.15);
  say(`kill -9 ${replica2.name}`);
  await replica2.kill();
  await at(0.15);
  const replicaBack = replica2.start();
  await at(0.1);
  say(`${replica2.name} is back after ${seconds(await replicaBack)}`);
  const nodeBack = node1.rejoin();
  await at(0.4);
  await load.stop();
  const rejoinedMs = await nodeBack;
  say(`${node1.name} is back after ${seconds(rejoinedMs)}; replacing the replicas in order`);
  const replaced = await replaceInOrder(cluster, { sandboxes, clients });
  say('comparing');

  const compared = await compare(cluster, {
    sandboxes,
    history: [...load.notes.history, ...replaced.history],
  });
  const retries = await retriesOf(cluster.replicas);
  const majority = await loseMajority(cluster, sandboxes[0] as Sandbox);
  const { notes } = load;
  const longest = longestPause(notes);
  const late =
    longest > PAUSE_MAX_MS
      ? [`nothing was acknowledged for ${seconds(longest)}, more than ${seconds(PAUSE_MAX_MS)}`]
      : [];
  return {
    figures: [
      ...paid.figures,
      ...figuresOf(notes),
      ...replaced.figures,
      ...retries,
      ...compared.figures,
      ...majority.figures,
    ],
    faults: [
      ...paid.faults,
      ...shown(notes.odd),
      ...late,
      ...replaced.faults,
      ...compared.faults,
      ...majority.faults,
    ],
  };
}

/**
 * G20, and an upgrade: one replica after the other is stopped in order and
 * started again, and cuts no request.
 */
async function replaceInOrder(
  { address, replicas }: Cluster,
  { sandboxes, clients }: { sandboxes: readonly Sandbox[]; clients: number },
): Promise<RunOutcome & { readonly history: readonly HistoryEvent[] }> {
  const { notes, stop } = startClients({ address, sandboxes, clients, from: clients });
  const faults: string[] = [];
  for (const replica of replicas) {
    await pause(SETTLED_MS);
    const status = await replica.stop();
    if (status !== 0) {
      const ended = `${replica.name} was told to stop and ended with ${status ?? 'a signal'}`;
      faults.push(`${ended}: ${await replica.lastWords()}`);
    }
    await replica.start();
  }
  await pause(SETTLED_MS);
  await stop();
  for (const [status, times] of notes.statuses) {
    if (status === 201 || status === 503) continue;
    faults.push(`while replicas were replaced in order clients were answered ${status} ${times} times`);
  }
  return {
    figures: [['replicas replaced in order', statusesOf(notes)]],
    faults,
    history: notes.history,
  };
}

type Compared = { readonly sandboxes: readonly Sandbox[]; readonly history: readonly HistoryEvent[] };

/** The books on every node, and what the replicas show, beside what clients were answered. */
async function compare(cluster: Cluster, { sandboxes, history }: Compared): Promise<RunOutcome> {
  const faults: string[] = [];
  const figures: Figure[] = [];
  const isBooked = ({ kind }: HistoryEvent): boolean => kind !== 'unit';

  for (const node of cluster.nodes) {
    const booked = (await Promise.all(sandboxes.map((sandbox) => bookedOn(cluster, node, sandbox)))).flat();
    const wrong = [...faultsOf(history.filter(isBooked), booked), ...holesOf(booked)];
    faults.push(...shown(wrong).map((fault) => `${node.name}: ${fault}`));
    figures.push([`booked on ${node.name}`, `${booked.length}, ${wrong.length} faults`]);
    const verified = await verify(cluster, node);
    faults.push(...verified.map((line) => `${node.name}: kontor verify: ${line}`));
    figures.push([`kontor verify on ${node.name}`, verified.length === 0 ? 'clean' : 'FAULTS']);
  }
  for (const { name, address } of cluster.replicas) {
    const units = await Promise.all(sandboxes.map((sandbox) => unitsOf(cluster, address, sandbox)));
    const wrong = faultsOf(
      history.filter((one) => !isBooked(one)),
      units.flat(),
    );
    faults.push(...shown(wrong).map((fault) => `${name}: ${fault}`));
    figures.push([`units at ${name}`, `${units.flat().length}, ${wrong.length} faults`]);
  }
  const digests = new Set<string>();
  for (const node of cluster.nodes) digests.add(await digestOf(node, DATABASE));
  if (digests.size !== 1) faults.push('the nodes do not hold the same rows');
  figures.push(['nodes hold the same rows', digests.size === 1 ? 'yes' : 'NO']);
  for (const { name, defects } of cluster.replicas) {
    faults.push(...shown(await defects()).map((line) => `${name} answered 500: ${line}`));
  }
  return { figures, faults };
}

/** The lines of `kontor verify` that say a fault, with what is at fault. */
async function verify({ kontor }: Cluster, node: Cluster['nodes'][number]): Promise<readonly string[]> {
  try {
    await kontor(node, 'verify');
    return [];
  } catch (error) {
    const said = (error as { stdout?: string }).stdout ?? '';
    const faults = said.split('\n').filter((line) => /^(FAULT| {8})/.test(line));
    return faults.length > 0 ? faults : [String(error)];
  }
}

/** G19: what is left refuses reads and writes, with 503 and not with 500, and answers none of them late. */
async function loseMajority({ nodes, address }: Cluster, sandbox: Sandbox): Promise<RunOutcome> {
  const [, second, third] = nodes;
  await Promise.all([second.kill(), third.kill()]);
  const headers = {
    'X-AppSecretToken': sandbox.appSecretToken,
    'X-AgreementGrantToken': sandbox.agreementGrantToken,
  };
  const agent = connections();
  const seen = new Set<number>();
  const both = async (): Promise<readonly number[]> => {
    const url = `${address}/units`;
    const answers = await Promise.all([
      send(agent, { method: 'GET', url, headers }),
      send(agent, { method: 'POST', url, headers, body: { name: 'too late' } }),
    ]);
    return answers.map(({ status }) => status);
  };
  const faults: string[] = [];
  const began = performance.now();
  const ms = await until('everything is refused', 4 * REFUSED_MS, async () => {
    const statuses = await both();
    for (const status of statuses) seen.add(status);
    return statuses.every((status) => status === 503);
  });
  while (performance.now() - began < ms + 2_000) {
    const statuses = await both();
    if (!statuses.every((status) => status === 503))
      faults.push(`with one node of three: ${statuses.join(' and ')}`);
  }
  agent.destroy();
  if (seen.has(500)) faults.push('with one node of three a client was answered 500');
  if (ms > REFUSED_MS) faults.push(`with one node of three it took ${seconds(ms)} to refuse`);
  return { figures: [['majority lost: refused after', seconds(ms)]], faults };
}

/** What the replicas have counted of transactions that ran again. */
async function retriesOf(replicas: readonly Replica[]): Promise<readonly Figure[]> {
  const counted = new Map<string, number>();
  for (const { address } of replicas) {
    const text = await (await fetch(`${address}/-/metrics`)).text();
    for (const [, reason = '', count] of text.matchAll(
      /^kontor_database_retries_total\{reason="(\w+)".*\} (\d+)$/gm,
    )) {
      counted.set(reason, (counted.get(reason) ?? 0) + Number(count));
    }
  }
  const figures = [...counted].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return [['run again inside (since the replicas started)', figures === '' ? 'none' : figures]];
}

function figuresOf(notes: Notes): readonly Figure[] {
  const { history, durations } = notes;
  const count = (outcome: HistoryEvent['outcome']): string =>
    String(history.filter((one) => one.outcome === outcome).length);
  const sorted = [...durations].sort((one, other) => one - other);
  const quantile = (share: number): string =>
    `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`;
  return [
    ['acknowledged', count('acknowledged')],
    ['outcome unknown to the client', count('unknown')],
    ['refused', count('refused')],
    ['answers', statusesOf(notes)],
    ['longest pause between acknowledgements', seconds(longestPause(notes))],
    ['an operation takes (median, 99 %)', `${quantile(0.5)}, ${quantile(0.99)}`],
  ];
}

function statusesOf({ statuses }: Notes): string {
  return [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status === 0 ? 'broken' : status} × ${times}`)
    .join(', ');
}

function longestPause({ acknowledgedAt }: Notes): number {
  return acknowledgedAt.reduce(
    ({ longest, last }, at) => ({ longest: Math.max(longest, at - last), last: at }),
    { longest: 0, last: 0 },
  ).longest;
}

function shown(faults: readonly string[]): readonly string[] {
  const more = faults.length - FAULTS_SHOWN;
  return more > 0 ? [...faults.slice(0, FAULTS_SHOWN), `and ${more} more`] : faults;
}
