import { parseArgs } from 'node:util';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';

/** What was typed, as a value; or what is wrong with it, to be read after its name. */
export type Reading<A> = Either<string, A>;

/** Something a command is given. Without a `placeholder` it is a flag, which takes no value. */
export type CommandOption<A = unknown> = {
  readonly says: string;
  readonly placeholder?: string;
  /** What holds when it is not given. */
  readonly fallback?: string;
  readonly isRequired?: true;
  /** Undefined: it is not given. */
  readonly read: (text: string | undefined) => Reading<A>;
};
/** What a command takes, by the names that follow `--`. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** What its options are read as. */
export type ValuesOf<O extends CommandOptions> = {
  readonly [K in keyof O]: O[K] extends CommandOption<infer A> ? A : never;
};

/** True when it stands on the command line; it takes no value. */
export const flag = (says: string): CommandOption<boolean> => ({
  says,
  read: (text) => right(text !== undefined),
});

type Reader<A> = (text: string) => Reading<A>;

/** It may be left out, and is undefined then. `read` refuses with words to be read after its name. */
export const option = <A>(
  placeholder: string,
  says: string,
  read: Reader<A>,
): CommandOption<A | undefined> => ({
  placeholder,
  says,
  read: (text) => (text === undefined ? right(undefined) : read(text)),
});

/** As `option`, and refused when it is left out. */
export const required = <A>(placeholder: string, says: string, read: Reader<A>): CommandOption<A> => ({
  placeholder,
  says,
  isRequired: true,
  read: (text) => (text === undefined ? left('is missing') : read(text)),
});

/** As `option`, and read of `fallback` when it is left out. */
export const defaulted = <A>(
  placeholder: string,
  says: string,
  fallback: string,
  read: Reader<A>,
): CommandOption<A> => ({ placeholder, says, fallback, read: (text) => read(text ?? fallback) });

/** The options that every command takes. */
export const COMMON = {
  json: flag('print JSON instead of text for people'),
  help: flag('say what the command does and takes'),
} as const satisfies CommandOptions;

/**
 * A command's operands and options by name, read; or one sentence about the first thing that is wrong. An
 * operand may be typed as an option as well: `agreement show 2` or `agreement show --agreement 2`.
 */
export function readArguments(
  typed: readonly string[],
  { operands, options }: { readonly operands: CommandOptions; readonly options: CommandOptions },
): Reading<Readonly<Record<string, unknown>>> {
  const all: CommandOptions = { ...options, ...COMMON };
  const given = givenIn(typed, { ...operands, ...all });
  if (isLeft(given)) return given;
  const { named, positional } = given.right;
  const names = Object.keys(operands).filter((name) => !named.has(name));
  const extra = positional[names.length];
  if (extra !== undefined) return left(`"${extra}" is too much: ${countOf(names.length)}`);
  const readings = [
    ...Object.entries(operands).map(([name, one]) => {
      const label = `${one.placeholder ?? name}, ${one.says},`;
      return { name, label, reading: one.read(named.get(name) ?? positional[names.indexOf(name)]) };
    }),
    ...Object.entries(all).map(([name, one]) => ({
      name,
      label: `--${name}`,
      reading: one.read(named.get(name)),
    })),
  ];
  const values: [string, unknown][] = [];
  for (const { name, label, reading } of readings) {
    if (isLeft(reading)) return left(`${label} ${reading.left}`);
    values.push([name, reading.right]);
  }
  return right(Object.fromEntries(values));
}

/** True when help is asked for, whatever else is typed. */
export function asksForHelp(typed: readonly string[]): boolean {
  const end = typed.indexOf('--');
  return (end === -1 ? typed : typed.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

type Given = { readonly named: ReadonlyMap<string, string>; readonly positional: readonly string[] };

function givenIn(typed: readonly string[], options: CommandOptions): Reading<Given> {
  const { tokens } = parseArgs({
    args: [...typed],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { placeholder }]) => [
        name,
        { type: placeholder === undefined ? 'boolean' : 'string' } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const named = new Map<string, string>();
  const positional: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positional.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (known === undefined) return left(`there is no option ${rawName} here`);
    if (named.has(name)) return left(`${rawName} is given twice`);
    if (known.placeholder === undefined) {
      if (value !== undefined) return left(`${rawName} takes no value`);
    } else if (value === undefined || (inlineValue === false && /^-(?!\d)/.test(value))) {
      // No option begins with a digit: a number below zero is what was given, if wrongly.
      return left(`${rawName} needs a value: ${rawName} ${known.placeholder}`);
    }
    named.set(name, value ?? '');
  }
  return right({ named, positional });
}

const countOf = (operands: number): string =>
  operands === 0
    ? 'only options are expected here'
    : `${operands} value${operands === 1 ? ' is' : 's are'} expected here`;
