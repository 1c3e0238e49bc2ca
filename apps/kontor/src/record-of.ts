import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { CommandContext } from './command.js';

const SAID_BY_ALL: readonly string[] = ['json', 'help'];

/**
 * Who runs a command, and with which words: where it leads, its numbers and flags. What may hold anything,
 * such as names, is left out as bodies are.
 */
export function commandRecordOf(
  path: readonly string[],
  given: Readonly<Record<string, unknown>>,
): CommandContext['record'] {
  const words = Object.entries(given).flatMap(([name, value]): readonly string[] => {
    if (typeof value === 'number') return [`--${name} ${value}`];
    return value === true && !SAID_BY_ALL.includes(name) ? [`--${name}`] : [];
  });
  const [method = '', ...command] = path;
  return ({ appNumber = 0, grantNumber = 0 } = {}) => ({
    appNumber,
    grantNumber,
    userName: osUser(),
    method,
    path: [...command, ...words].join(' '),
    status: 0,
    requestId: randomUUID(),
  });
}

/** The name by which the operating system knows who runs this; in a container it may know a number only. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
