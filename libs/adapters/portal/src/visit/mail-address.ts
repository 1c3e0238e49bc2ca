import { domainToASCII, domainToUnicode } from 'node:url';
import type { UserRepository, UserWithPassword } from '@kontor/studio';

/** Signs that an address has only between quotes, or that part one address from the next. */
const NO_SIGN = String.raw`\s@\p{Cc}()<>[\]:;,\\"`;
const ADDRESS = new RegExp(`^[^${NO_SIGN}]+@[^.${NO_SIGN}]+(?:\\.[^.${NO_SIGN}]+)*$`, 'u');

/** Whether it is one mail address, and nothing but it. */
export function isMailAddress(written: string): boolean {
  return ADDRESS.test(written);
}

/**
 * A mail address with its domain in the letters that people type: of `ann@bücher.example` some browsers send
 * `ann@xn--bcher-kva.example` where a field is one for mail addresses, and what was typed where it is not.
 */
export function inOwnLetters(address: string): string {
  return withDomain(address, domainToUnicode);
}

/** Who has this name, whichever way its domain was written when she signed up, and is now. */
export async function personNamed(
  { studio: { users } }: { readonly studio: { readonly users: Pick<UserRepository, 'find'> } },
  userName: string,
): Promise<UserWithPassword | undefined> {
  const others = [inOwnLetters(userName), withDomain(userName, domainToASCII)];
  for (const name of new Set([userName, ...others])) {
    const user = await users.find(name);
    if (user !== undefined) return user;
  }
  return undefined;
}

function withDomain(address: string, write: (domain: string) => string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || /^(?!.*xn--)\p{ASCII}*$/iu.test(domain)) return address;
  return `${address.slice(0, at)}@${write(domain) || domain}`;
}
