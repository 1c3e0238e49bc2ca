/** Makes the keys of webhooks. An ability of the outside, because randomness is one. */
export type WebhookKeys = {
  /** `of`: whose they are, which what is encrypted opens for. */
  make(of: { readonly agreementNumber: number; readonly appNumber: number }): Promise<FreshKeys>;
};

/** Keys as they were just made. */
export type FreshKeys = {
  /** `whsec_…`, shown once. */
  readonly secret: string;
  /** `whpk_…`. */
  readonly publicKey: string;
  /** Both, as they are kept. */
  readonly encryptedKeys: string;
};

/** Says where deliveries may go. */
export type WebhookAddresses = {
  /** What is wrong with a URL, to be read after "must"; undefined: nothing. */
  wrongWith(url: string): string | undefined;
};

/** What webhooks need from outside beside where they are kept. */
export type WebhookOutside = {
  readonly keys: WebhookKeys;
  readonly addresses: WebhookAddresses;
  /** Every type of event that there is, of all contexts. */
  readonly eventTypes: readonly string[];
};
