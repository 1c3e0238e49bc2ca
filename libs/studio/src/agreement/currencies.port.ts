/** What the studio context asks the ledger about money. */
export type Currencies = {
  /** True for a current code of ISO 4217, in capitals. */
  isCurrent(code: string): boolean;
};
