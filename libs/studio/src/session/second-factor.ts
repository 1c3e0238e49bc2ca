/** What a person signs in with beside the password: codes of an app on the phone (TOTP, RFC 6238). */
export type SecondFactor = {
  /** The secret that the app shares with us, encrypted by who keeps it. */
  readonly encrypted: string;
  /** Of the 30 seconds whose code was used last: none before it, nor itself, counts again. */
  readonly lastStep: number;
  /** How many recovery codes are left. */
  readonly codesLeft: number;
};

/** How often codes may be tried in a span of time. */
export type TryLimit = { readonly attempts: number; readonly withinMs: number };

/** `codeHash`: SHA-256 of a recovery code, base64url. */
export type SecondFactorRepository = {
  find(userName: string): Promise<SecondFactor | undefined>;
  /** Turns it on with recovery codes: true for the one who does, false where it is on. */
  turnOn(
    userName: string,
    factor: Pick<SecondFactor, 'encrypted' | 'lastStep'>,
    codeHashes: readonly string[],
  ): Promise<boolean>;
  turnOff(userName: string): Promise<void>;
  /**
   * Counts a try of a code before it is made, over all replicas: undefined, or the seconds after which the
   * next one is taken. `now`: milliseconds since 1970. One that was right begins anew.
   */
  tryCode(userName: string, limit: TryLimit, now: number): Promise<number | undefined>;
  /** Takes a step: true for the one who does, false once it or a later one was taken. */
  takeStep(userName: string, step: number): Promise<boolean>;
  /** Takes a recovery code away: true for the one who does. */
  takeCode(userName: string, codeHash: string): Promise<boolean>;
};
