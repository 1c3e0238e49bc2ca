import { passwordRefusal, type PasswordRefusal } from '@kontor/studio';
import type { Problems } from './answer.js';
import type { Form, Visit } from './visit.js';
import { commonPasswords } from './common-passwords.js';

const SAYS = {
  length: 'passwordLength',
  common: 'passwordCommon',
  pattern: 'passwordPattern',
  own: 'passwordOwn',
} as const satisfies Record<PasswordRefusal, keyof Visit['text']>;

/** What is wrong with a new password that was entered twice, as `password` and `password-again`. */
export async function newPasswordProblems(
  { text }: Visit,
  form: Form,
  about: readonly string[],
): Promise<Problems> {
  const password = form.exact('password');
  const common = await commonPasswords();
  const refusal = passwordRefusal(password, { about, isCommon: (word) => common.has(word) });
  return {
    ...(refusal !== undefined && { password: text[SAYS[refusal]] }),
    ...(password !== form.exact('password-again') && { 'password-again': text.passwordsDiffer }),
  };
}
