import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { galeraNode, type GaleraNode, type NodePorts } from './galera-node.js';
import type { Supervisor, SupervisedProcess } from './supervisor.js';
import { freePorts } from './ports.js';
import { repository } from './repository.js';
import { until } from './wait.js';

const run = promisify(execFile);

/** One process of the service. */
export type Replica = {
  readonly name: string;
  readonly address: string;
  start(): Promise<number>;
  kill(): Promise<void>;
  /** Stops it in order; gives its exit status. */
  stop(): Promise<number | null>;
  /** What it said last that is for people, such as why it did not stop cleanly. */
  lastWords(): Promise<string>;
  /** What it has logged of requests that it answered 500. */
  defects(): Promise<readonly string[]>;
  isReady(): Promise<boolean>;
};

/** Three nodes, two replicas, and the ways in. */
export type Cluster = {
  readonly nodes: readonly [GaleraNode, GaleraNode, GaleraNode];
  readonly replicas: readonly [Replica, Replica];
  /** Where clients ask. */
  readonly address: string;
  /** Runs the `kontor` command on the database of one node; gives what it prints. Throws when it fails. */
  kontor(node: GaleraNode, ...args: readonly string[]): Promise<string>;
};

const NODES = ['node1', 'node2', 'node3'] as const;
const PORTS_OF_A_NODE = 4;
const READY_MS = 60_000;
/** What the database is called on every node. */
export const DATABASE = 'kontor';
const USER = 'kontor';

/**
 * Starts the cluster. Both replicas reach the database through a proxy of their own, the first with the first
 * node as writer, the second with the second: so two nodes take writes, which is the hard case.
 */
export async function startCluster(supervisor: Supervisor, say: (what: string) => void): Promise<Cluster> {
  const all = await freePorts(NODES.length * PORTS_OF_A_NODE + 6);
  const members = NODES.map((_, index) => portsOfNode(all.slice(index * PORTS_OF_A_NODE)));
  const nodes = NODES.map((name, index) =>
    galeraNode(supervisor, { name, ports: members[index] as NodePorts, members }),
  );
  const [first, second, third] = nodes as [GaleraNode, GaleraNode, GaleraNode];
  const rest = all.slice(NODES.length * PORTS_OF_A_NODE);
  const [service = 0, database1 = 0, database2 = 0, unused = 0, port1 = 0, port2 = 0] = rest;

  for (const node of nodes) await node.prepare();
  await first.install();
  say(`${first.name} serves after ${seconds(await first.start('as the first'))}`);
  for (const node of [second, third])
    say(`${node.name} has joined after ${seconds(await node.start('joining'))}`);
  await first.ask(await readFile(repository('docker/galera-init.sql'), 'utf8'));
  await first.ask(
    `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; ` +
      `CREATE USER ${USER}@'127.0.0.1'; GRANT ALL ON ${DATABASE}.* TO ${USER}@'127.0.0.1'`,
  );

  const address = `http://127.0.0.1:${service}`;
  const environment = { REPLICA1: `127.0.0.1:${port1}`, REPLICA2: `127.0.0.1:${port2}` };
  const proxy = (
    name: string,
    binds: readonly [number, number],
    order: readonly GaleraNode[],
  ): SupervisedProcess =>
    supervisor.start(name, {
      command: 'haproxy',
      args: ['-db', '-f', repository('docker/haproxy.cfg')],
      environment: {
        ...environment,
        SERVICE_BIND: `127.0.0.1:${binds[0]}`,
        DATABASE_BIND: `127.0.0.1:${binds[1]}`,
        ...Object.fromEntries(order.map((node, index) => [`NODE${index + 1}`, node.address])),
      },
    });
  proxy('proxy1', [service, database1], [first, second, third]);
  proxy('proxy2', [unused, database2], [second, third, first]);

  const replicas = [
    replica(supervisor, {
      name: 'replica1',
      port: port1,
      database: urlOf(`127.0.0.1:${database1}`),
      address,
    }),
    replica(supervisor, {
      name: 'replica2',
      port: port2,
      database: urlOf(`127.0.0.1:${database2}`),
      address,
    }),
  ] as const;
  const took = await Promise.all(replicas.map((one) => one.start()));
  say(`the replicas are ready after ${took.map(seconds).join(' and ')}`);
  await until('clients are let in', READY_MS, () => isOk(`${address}/?demo=true`));
  return {
    nodes: [first, second, third],
    replicas,
    address,
    kontor: async (node, ...args) => {
      const environment = { ...process.env, DATABASE_URL: urlOf(node.address), BASE_URL: address };
      const main = repository('apps/kontor/dist/main.js');
      return (await run(process.execPath, [main, ...args], { env: environment, maxBuffer: 1 << 29 })).stdout;
    },
  };
}

/** A span of time as people read it, to a tenth of a second: `1.5 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function portsOfNode([sql = 0, group = 0, increments = 0, snapshots = 0]: readonly number[]): NodePorts {
  return { sql, group, increments, snapshots };
}

function urlOf(address: string): string {
  return `mysql://${USER}@${address}/${DATABASE}`;
}

function replica(
  supervisor: Supervisor,
  { name, port, database, address }: { name: string; port: number; database: string; address: string },
): Replica {
  let server: SupervisedProcess | undefined;
  const own = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> => isOk(`${own}/-/ready`);
  return {
    name,
    address: own,
    isReady,
    start: () => {
      server = supervisor.start(name, {
        command: process.execPath,
        args: [repository('apps/api/dist/main.js')],
        environment: {
          DATABASE_URL: database,
          PORT: String(port),
          BASE_URL: address,
          LOG_LEVEL: 'warn',
          RATE_LIMIT: 'off',
          // Longer than HAProxy takes to see that a replica is not ready any more.
          DRAIN_MS: '2000',
        },
      });
      const { log } = server;
      return until(`${name} is ready`, READY_MS, async () => {
        if (server?.isRunning() !== true) throw new Error(`${name} ended: ${await readFile(log, 'utf8')}`);
        return isReady();
      });
    },
    kill: async () => {
      server?.kill('SIGKILL');
      await server?.ended;
    },
    stop: async () => {
      server?.kill('SIGTERM');
      return (await server?.ended) ?? null;
    },
    lastWords: async () =>
      (await linesOf(server))
        .filter((line) => !line.startsWith('{'))
        .slice(-12)
        .join(' | '),
    defects: async () => (await linesOf(server)).filter((line) => line.includes('"status":500')),
  };
}

async function linesOf(server: SupervisedProcess | undefined): Promise<readonly string[]> {
  if (server === undefined) return [];
  const said = await readFile(server.log, 'utf8');
  return said.split('\n').filter((line) => line.trim() !== '');
}

async function isOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
