import { isLeft, left, type Either } from 'fp-ts/lib/Either.js';
import { ABOUT, CHEAP_HASHING, configFrom, secrets, secretsAt } from '@kontor/api';
import { inLargerPieces, type Clock } from '@kontor/kernel';
import type { Secrets } from '@kontor/studio';
import { asksForHelp, readArguments } from './arguments.js';
import { isGroup, type CommandAnswer, type Command, type CommandContext, type Group } from './command.js';
import { commands } from './commands/commands.js';
import { helpOf } from './help.js';
import { commandRecordOf } from './record-of.js';
import { sentenceOf } from './sentence-of.js';
import { withDatabase } from './with-database.js';

/** Where the command writes: answers to one stream, everything else to the other. */
export type Terminal = {
  /** What it gives is waited for before more of a long answer is made: false where nobody reads any more. */
  out(text: string): Promise<boolean> | undefined;
  err(text: string): void;
  /** A person looks at what is written to `err`. */
  readonly isWatched?: boolean;
  /** For what goes on until it is interrupted, or may be ended halfway: when that is. Else left alone. */
  readonly interrupted?: () => AbortSignal;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** What the command takes from outside: the time, and how secrets are made, which cost tests little. */
type Abilities = { readonly clock: Clock; readonly secrets: Secrets };

const ABILITIES: Abilities = { clock: () => new Date(), secrets };

/** The same for tests that make many sandboxes: a password costs next to nothing to hash. */
export const CHEAP_ABILITIES: Abilities = { ...ABILITIES, secrets: secretsAt(CHEAP_HASHING) };

/** Runs one command to its end and gives its exit status. Never throws. */
export async function kontor(
  typed: readonly string[],
  environment: Environment,
  terminal: Terminal,
  abilities: Abilities = ABILITIES,
): Promise<number> {
  const { path, found, rest } = reached([commands.name], commands, typed);
  if (asksForHelp(rest)) return say(terminal, helpOf(path, found));
  if (isGroup(found)) return onlyGroup(terminal, path, found, rest);
  const given = readArguments(rest, found);
  if (isLeft(given)) return refuse(terminal, `${given.left}.`, path);
  if ('call' in found)
    return call(found, given.right, { path, environment, terminal, clock: abilities.clock });
  const shown = new ProgressLine(terminal);
  const done = await run(found, given.right, {
    environment,
    ...abilities,
    record: commandRecordOf(path, given.right),
    print: async ({ json, text }) => {
      for await (const piece of inLargerPieces(given.right['json'] === true ? json() : text()))
        if ((await terminal.out(piece)) === false) return;
    },
    note: (sentence) => {
      shown.end();
      terminal.err(`${sentence}\n`);
    },
    interrupted: terminal.interrupted,
    ...(terminal.isWatched === true && { progress: (line, isDone) => shown.show(line, isDone) }),
  });
  shown.end();
  if (isLeft(done)) return refuse(terminal, done.left);
  if (done.right === 'printed') return 0;
  const { json, text, isFailed = false } = done.right;
  say(terminal, given.right['json'] === true ? `${JSON.stringify(json)}\n` : text);
  return isFailed ? 1 : 0;
}

/** The line that is written over, which must have ended before anything else is written. */
class ProgressLine {
  readonly #terminal: Terminal;
  #isOpen = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(line: string, isDone: boolean): void {
    this.#terminal.err(`\r${line}`);
    this.#isOpen = true;
    if (isDone) this.end();
  }

  end(): void {
    if (this.#isOpen) this.#terminal.err('\n');
    this.#isOpen = false;
  }
}

type Reached = {
  readonly path: readonly string[];
  readonly found: Command | Group;
  readonly rest: readonly string[];
};

/** Follows the words of a command as far as they lead. */
function reached(path: readonly string[], found: Command | Group, rest: readonly string[]): Reached {
  const next = isGroup(found) ? found.members.find(({ name }) => name === rest[0]) : undefined;
  return next === undefined ? { path, found, rest } : reached([...path, next.name], next, rest.slice(1));
}

/** The words typed lead to no command. */
function onlyGroup(
  terminal: Terminal,
  path: readonly string[],
  group: Group,
  [word]: readonly string[],
): number {
  if (path.length === 1 && word === '--version') return say(terminal, `${ABOUT.version}\n`);
  if (word === undefined) {
    terminal.err(helpOf(path, group));
    return 1;
  }
  const known = group.members.map(({ name }) => name).join(', ');
  return refuse(terminal, `"${[...path.slice(1), word].join(' ')}" is no command; there are ${known}.`, path);
}

type CommandDependencies = Omit<CommandContext, 'config' | 'database'> & {
  readonly environment: Environment;
};

type Around = {
  readonly path: readonly string[];
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly clock: Clock;
};

/** What asks a running service, and prints as it goes on. */
async function call(
  command: Extract<Command, { readonly call: unknown }>,
  given: Readonly<Record<string, unknown>>,
  { path, environment, terminal, clock }: Around,
): Promise<number> {
  const config = configFrom(environment);
  if (isLeft(config)) return refuse(terminal, config.left, path);
  const done = await command.call(
    {
      config: config.right,
      environment,
      clock,
      note: (sentence) => terminal.err(`${sentence}\n`),
      line: (text, json) => void terminal.out(`${given['json'] === true ? JSON.stringify(json) : text}\n`),
      signal: terminal.interrupted?.() ?? new AbortController().signal,
    },
    given as never,
  );
  return isLeft(done) ? refuse(terminal, done.left) : 0;
}

async function run(
  command: Extract<Command, { readonly run: unknown }>,
  given: Readonly<Record<string, unknown>>,
  { environment, ...context }: CommandDependencies,
): Promise<Either<string, CommandAnswer | 'printed'>> {
  const config = configFrom(environment);
  if (isLeft(config)) return config;
  try {
    const mustExist = command.makesDatabase !== true;
    return await withDatabase(config.right, mustExist, (database, unknown) => {
      // A verify of this version may find faults that are none: the books follow rules that it lacks.
      if (unknown.length > 0)
        context.note(`kontor: a later version has migrated the database: ${unknown.join(', ')}`);
      return command.run({ ...context, config: config.right, database }, given as never);
    });
  } catch (error) {
    return left(sentenceOf(error, config.right));
  }
}

function say(terminal: Terminal, text: string): number {
  void terminal.out(text);
  return 0;
}

function refuse(terminal: Terminal, sentence: string, helpPath?: readonly string[]): number {
  terminal.err(`kontor: ${sentence}\n`);
  if (helpPath !== undefined) terminal.err(`${helpPath.join(' ')} --help says what is right.\n`);
  return 1;
}
