/**
 * Whose books they are, beyond the agreement's own name, and where it is paid
 * (D7). Everything may be missing.
 */
export type Company = {
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly zip?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly attention?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly website?: string | undefined;
  readonly companyIdentificationNumber?: string | undefined;
  readonly vatNumber?: string | undefined;
  /** What it belongs to, such as a group or a chain. */
  readonly companyAffiliation?: string | undefined;
  readonly bankName?: string | undefined;
  readonly bankSortCode?: string | undefined;
  readonly bankAccountNumber?: string | undefined;
  readonly bankGiroNumber?: string | undefined;
  readonly ibanNumber?: string | undefined;
  readonly swiftCode?: string | undefined;
  readonly pbsCustomerGroupNumber?: string | undefined;
  readonly pbsFiSupplierNumber?: string | undefined;
  /** Of titles on documents: `#1d4f91`. */
  readonly paperColour?: string | undefined;
  /** Below the foot of documents. */
  readonly paperFooter?: string | undefined;
};
