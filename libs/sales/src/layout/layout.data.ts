import type { Layout } from './layout.resource.js';

/** The layouts there are. Written for Kontor, 2026-11-20: no source prescribes any. */
export const LAYOUTS: readonly Layout[] = [
  { layoutNumber: 1, name: 'Standard', isDefault: true },
  { layoutNumber: 2, name: 'Standard, with payment slip', isDefault: false },
  { layoutNumber: 3, name: 'Plain, for headed paper', isDefault: false },
];

/** What a layout does to a document. */
export type LayoutLook = {
  /** Name, address and logo of the seller above, and the footer: not where the paper has them printed. */
  readonly hasHead: boolean;
  /** How to pay, and the code that banks' apps read. */
  readonly hasPaymentSlip: boolean;
};

const USUAL: LayoutLook = { hasHead: true, hasPaymentSlip: false };

const LOOKS: Readonly<Record<number, LayoutLook>> = {
  1: USUAL,
  2: { hasHead: true, hasPaymentSlip: true },
  3: { hasHead: false, hasPaymentSlip: false },
};

/** How a layout looks; where none is named, as the usual one. */
export function lookOf(layoutNumber: number | undefined): LayoutLook {
  return (layoutNumber !== undefined && LOOKS[layoutNumber]) || USUAL;
}
