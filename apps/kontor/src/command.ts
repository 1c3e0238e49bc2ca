import type { Either } from 'fp-ts/lib/Either.js';
import type { Config } from '@kontor/api';
import type { AuditRecord, Clock } from '@kontor/kernel';
import type { Database } from '@kontor/sql';
import type { Secrets } from '@kontor/studio';
import type { CommandOptions, ValuesOf } from './arguments.js';

/** What a command works with. The schema of the database is up to date. */
export type CommandContext = {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** What a change leaves of who made it and with which words (G37); each time under a name of its own. */
  readonly record: (about?: Partial<Pick<AuditRecord, 'appNumber' | 'grantNumber'>>) => AuditRecord;
  /** Prints an answer that is too large to be held, as it is made; it ends where nobody reads any more. */
  readonly print: (answer: PrintedAnswer) => Promise<void>;
  /** Tells the person something that is not the answer. */
  readonly note: (sentence: string) => void;
  /**
   * Shows how far the work is, on one line that is written over until it is
   * done; undefined where nobody looks on.
   */
  readonly progress?: ((line: string, isDone: boolean) => void) | undefined;
  /** For what may take long and can be ended halfway: a person, or the system, wants it to end. */
  readonly interrupted?: (() => AbortSignal) | undefined;
};

/** What a command works with that asks a running service, and goes on until it is interrupted. */
export type CallContext = Pick<CommandContext, 'config' | 'clock' | 'note'> & {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a part of the answer: one line for people, or the JSON of one line. */
  readonly line: (text: string, json: unknown) => void;
  /** A person, or the system, wants it to end. */
  readonly signal: AbortSignal;
};

/** The same as `CommandAnswer`, made piece by piece; the line of JSON ends in its line feed. */
export type PrintedAnswer = {
  readonly json: () => AsyncIterable<string>;
  readonly text: () => AsyncIterable<string>;
};

/** The answer, for programs and for people. */
export type CommandAnswer = {
  readonly json: unknown;
  readonly text: string;
  /** What was asked for is not so: the answer says why, and the exit status is 1. */
  readonly isFailed?: true;
};

/** One command, declared: its help is made from this. */
export type Command = {
  readonly name: string;
  /** What it does, read after its name. */
  readonly says: string;
  readonly operands: CommandOptions;
  readonly options: CommandOptions;
} & (Running | Calling);

/** Left: one sentence about why it was not done. */
type Running = {
  /**
   * It creates the database where there is none. Other commands refuse a missing one, as the name may be
   * mistyped.
   */
  readonly makesDatabase?: true;
  readonly run: (context: CommandContext, given: never) => Promise<Either<string, CommandAnswer | 'printed'>>;
};
/** The same without a database, for as long as nobody interrupts it. */
type Calling = { readonly call: (context: CallContext, given: never) => Promise<Either<string, void>> };

/** Commands under a common word. */
export type Group = {
  readonly name: string;
  readonly says: string;
  readonly members: readonly (Command | Group)[];
};

/** Whether it only leads to further commands: `kontor agreement`. */
export const isGroup = (one: Command | Group): one is Group => 'members' in one;

type Declared<P extends CommandOptions, O extends CommandOptions> = {
  readonly name: string;
  readonly says: string;
  readonly operands?: P;
  readonly options?: O;
  readonly makesDatabase?: true;
  readonly run: (
    context: CommandContext,
    given: ValuesOf<P> & ValuesOf<O>,
  ) => Promise<Either<string, CommandAnswer | 'printed'>>;
};

/** Declares a command; what `run` is given has the types that its operands and options are read as. */
export const command = <
  P extends CommandOptions = Record<never, never>,
  O extends CommandOptions = Record<never, never>,
>(
  declared: Declared<P, O>,
): Command => ({ operands: {}, options: {}, ...declared });

/** Declares a command that asks a running service. */
export const callingCommand = <O extends CommandOptions>(
  declared: Pick<Declared<Record<never, never>, O>, 'name' | 'says'> & {
    readonly options: O;
    readonly call: (context: CallContext, given: ValuesOf<O>) => Promise<Either<string, void>>;
  },
): Command => ({ operands: {}, ...declared });
