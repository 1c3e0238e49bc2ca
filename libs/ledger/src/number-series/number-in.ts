/** The number of a document in its series, as §2.2 and §2.8 show it. */
export function numberIn(
  { prefix }: { readonly prefix: string },
  voucherNumber: number,
): { readonly displayVoucherNumber: string; readonly prefix: string; readonly voucherNumber: number } {
  return { displayVoucherNumber: `${prefix}${voucherNumber}`, prefix, voucherNumber };
}
