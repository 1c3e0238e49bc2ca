import { folded } from '@kontor/kernel';

/** Loaded with the first new password: 49 000 words that most processes never ask for. */
let known: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(folded));
}

/** The commonest passwords of all leaks, folded: those that are tried first. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= load();
  return known;
}
