/** What a person signs in with beside the password: codes of an app on the phone (TOTP, RFC 6238). */
export type SecondFactor = {
  /** The secret that the app shares with us, sealed by who keeps it. */
  readonly sealed: string;
  /** Of the 30 seconds whose code was used last: none before it, nor itself, counts again. */
  readonly lastStep: number;
  /** How many recovery codes are left. */
  readonly codesLeft: number;
};

/** `codeHash`: SHA-256 of a recovery code, base64url. */
export type SecondFactorRepository = {
  find(userName: string): Promise<SecondFactor | undefined>;
  /** Turns it on with recovery codes: true for the one who does, false where it is on. */
  turnOn(
    userName: string,
    factor: Pick<SecondFactor, 'sealed' | 'lastStep'>,
    codeHashes: readonly string[],
  ): Promise<boolean>;
  turnOff(userName: string): Promise<void>;
  /** Takes a step: true for the one who does, false once it or a later one was taken. */
  takeStep(userName: string, step: number): Promise<boolean>;
  /** Takes a recovery code away: true for the one who does. */
  takeCode(userName: string, codeHash: string): Promise<boolean>;
};
