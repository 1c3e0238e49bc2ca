/** Makes and hashes secrets. An ability of the outside, because randomness is one. */
export type Secrets = {
  /** A fresh URL-safe token of 44 characters and 264 random bits (D60, G30). */
  token(): string;
  /** The hash under which a token is kept. */
  tokenHash(token: string): string;
  /** A slow, salted hash of a password. */
  passwordHash(password: string): Promise<string>;
};

/**
 * Says whether a password is the one of a slow hash, in the same time whether or not there is one. `whose`:
 * from where it is tried; who tries from elsewhere is not kept waiting by it for long.
 */
export type Passwords = {
  matches(password: string, passwordHash: string | undefined, whose: string): Promise<boolean>;
};
