/** A line names none or several of account, customer and supplier (E10140). */
export type LineNamesNoSingleParty = {
  readonly kind: 'LineNamesNoSingleParty';
  /** `lines[2]`. */
  readonly property: string;
  readonly named: readonly ('account' | 'customer' | 'supplier')[];
};
