import { readdirSync, readFileSync } from 'node:fs';

/** Processor time and memory as /proc tells them: on Linux only, undefined elsewhere. */

/** What a tick of /proc is on every Linux that Node runs on. */
const TICK_MS = 10;

/** Processor time of a process with all its threads, and of those it has started, in milliseconds. */
export function processorMs(pid: number): number | undefined {
  const fields = statOf(pid);
  if (fields === undefined) return undefined;
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + (processorMs(child) ?? 0), own);
}

function childrenOf(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`) ?? '';
  return children.trim() === '' ? [] : children.trim().split(' ').map(Number);
}

/** Processor time of everything on this machine, in milliseconds. */
export function machineMs(): number | undefined {
  const [first] = read('/proc/stat')?.split('\n') ?? [];
  if (first === undefined) return undefined;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = first
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}

/** Resident memory of a process, in MiB. */
export function residentMib(pid: number): number | undefined {
  const found = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '');
  return found === null ? undefined : Number(found[1]) / 1024;
}

/** The database servers of this machine. */
export function databaseServers(): readonly number[] {
  const names = ['mariadbd', 'mysqld'];
  return numbersIn('/proc').filter((pid) => names.includes(read(`/proc/${pid}/comm`)?.trim() ?? ''));
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function statOf(pid: number): readonly string[] | undefined {
  return read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
