import { CHEAP_ABILITIES, kontor } from '../../src/kontor.js';

/** What a command printed, and how it ended. */
export type Ran = { readonly status: number; readonly out: string; readonly err: string };

type Environment = Readonly<Record<string, string>>;

/**
 * Runs the command in this process. `typed`: the words as in a shell, none of
 * which holds a space; or a list of them.
 */
export async function runKontor(
  environment: Environment,
  typed: string | readonly string[],
  abilities: Partial<typeof CHEAP_ABILITIES> = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const words = typeof typed === 'string' ? typed.split(' ').filter((word) => word !== '') : typed;
  const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  const status = await kontor(words, environment, terminal, { ...CHEAP_ABILITIES, ...abilities });
  return { status, out, err };
}

/** Texts that come one after the other, as one. */
export async function joined(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) all += text;
  return all;
}

/** Runs a command that is expected to do its work silently, and gives what it printed. */
export async function told(environment: Environment, typed: string | readonly string[]): Promise<string> {
  const { status, out, err } = await runKontor(environment, typed);
  if (status !== 0 || err !== '') throw new Error(`exit status ${status}: ${err}`);
  return out;
}

/** The same, with the JSON it printed. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers freely
export async function jsonOf(environment: Environment, typed: string | readonly string[]): Promise<any> {
  return JSON.parse(await told(environment, typed));
}
