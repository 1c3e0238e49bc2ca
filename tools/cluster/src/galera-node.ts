import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Supervisor, SupervisedProcess } from './supervisor.js';
import { repository } from './repository.js';
import { until } from './wait.js';

const run = promisify(execFile);

/** The ports of one node, all on the loopback address. */
export type NodePorts = {
  readonly sql: number;
  readonly group: number;
  readonly increments: number;
  readonly snapshots: number;
};

/** One node of the database cluster. */
export type GaleraNode = {
  readonly name: string;
  readonly address: string;
  /** Makes its folder and its configuration. */
  prepare(): Promise<void>;
  /** Makes the first database of the cluster. */
  install(): Promise<void>;
  /** Starts it and waits until it is in step; gives how long that took, in milliseconds. */
  start(how: 'as the first' | 'joining'): Promise<number>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts a stopped node on its old files, so that it fetches only the writes that it missed. */
  rejoin(): Promise<number>;
  /** What the server's own client prints for a statement. */
  ask(statement: string, database?: string): Promise<string>;
};

const IN_STEP_MS = 120_000;
/** So many lines of a node's log are shown where it ended by itself: the folder is gone with the run. */
const LAST_WORDS = 40;
const IN_STEP = '4 ON Primary';
const isRoot = process.getuid?.() === 0;

/** A MariaDB server of the cluster in a folder and a process of its own, not started yet. */
export function galeraNode(
  supervisor: Supervisor,
  { name, ports, members }: { name: string; ports: NodePorts; members: readonly NodePorts[] },
): GaleraNode {
  const folder = join(supervisor.folder, name);
  const settings = join(folder, 'my.cnf');
  const socket = join(folder, 'socket');
  let server: SupervisedProcess | undefined;

  const ask = async (statement: string, database?: string): Promise<string> => {
    const options = ['--no-defaults', '--user=root', `--socket=${socket}`, '--connect-timeout=2', '-NB'];
    const chosen = database === undefined ? [] : [database];
    return (await run('mariadb', [...options, '-e', statement, ...chosen], { maxBuffer: 1 << 26 })).stdout;
  };
  const lastWords = async (): Promise<string> => {
    const lines = (await readFile(join(folder, 'error.log'), 'utf8').catch(String)).trimEnd().split('\n');
    return ['its log ends', ...lines.slice(-LAST_WORDS)].join('\n');
  };
  const isInStep = async (): Promise<boolean> => {
    if (server?.isRunning() !== true) throw new Error(`${name} ended: ${await lastWords()}`);
    try {
      const status = await ask(
        "SHOW STATUS WHERE variable_name IN ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')",
      );
      return (
        status
          .trim()
          .split(/\s+/)
          .filter((_, index) => index % 2 === 1)
          .sort()
          .join(' ') === IN_STEP
      );
    } catch {
      return false;
    }
  };
  const begin = (...more: readonly string[]): Promise<number> => {
    server = supervisor.start(name, { command: 'mariadbd', args: [`--defaults-file=${settings}`, ...more] });
    return until(`${name} is in step`, IN_STEP_MS, isInStep);
  };

  return {
    name,
    address: `127.0.0.1:${ports.sql}`,
    ask,
    prepare: async () => {
      await mkdir(join(folder, 'data'), { recursive: true });
      await writeFile(settings, await settingsOf({ name, folder, ports, members }));
      if (isRoot) await run('chown', ['-R', 'mysql:mysql', folder]);
    },
    install: async () => {
      const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
      const user = isRoot ? ['--user=mysql'] : [];
      await run('mariadb-install-db', [`--defaults-file=${settings}`, ...options, ...user]);
    },
    start: (how) => begin(...(how === 'as the first' ? ['--wsrep-new-cluster'] : [])),
    kill: async () => {
      server?.kill('SIGKILL');
      await server?.ended;
    },
    rejoin: async () => {
      const log = join(folder, 'recover.log');
      await run('mariadbd', [`--defaults-file=${settings}`, '--wsrep-recover', `--log-error=${log}`]);
      const position = /Recovered position: *(\S+)/.exec(await readFile(log, 'utf8'))?.[1];
      return begin(...(position === undefined ? [] : [`--wsrep-start-position=${position}`]));
    },
  };
}

/** The configuration of a node: docker/galera.cnf with what is its own. */
async function settingsOf({
  name,
  folder,
  ports,
  members,
}: {
  name: string;
  folder: string;
  ports: NodePorts;
  members: readonly NodePorts[];
}): Promise<string> {
  const common = await readFile(repository('docker/galera.cnf'), 'utf8');
  const options = /^wsrep_provider_options = "(.*)"$/m.exec(common)?.[1];
  if (options === undefined) throw new Error('docker/galera.cnf has no wsrep_provider_options');
  const group = members.map((member) => `127.0.0.1:${member.group}`).join(',');
  const own = [
    `base_port=${ports.group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${ports.group}`,
    `ist.recv_addr=127.0.0.1:${ports.increments}`,
  ];
  return `${common}
# This node's own.
${isRoot ? 'user = mysql\n' : ''}datadir = ${join(folder, 'data')}
socket = ${join(folder, 'socket')}
pid_file = ${join(folder, 'pid')}
log_error = ${join(folder, 'error.log')}
bind_address = 127.0.0.1
port = ${ports.sql}
max_connections = 200
innodb_buffer_pool_size = 128M
innodb_log_file_size = 64M
wsrep_node_name = ${name}
wsrep_node_address = 127.0.0.1:${ports.group}
wsrep_cluster_address = gcomm://${group}
wsrep_sst_receive_address = 127.0.0.1:${ports.snapshots}
wsrep_provider_options = "${[options, ...own].join(';')}"
`;
}
