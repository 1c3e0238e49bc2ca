/** A body that is right, with what a test is about. */
export function aProduct(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { productNumber: freshNumber(), name: 'Lamp', productGroup: { productGroupNumber: 1 }, ...more };
}

let last = 0;

/** A product number that no test has used. */
export function freshNumber(): string {
  last += 1;
  return `T-${last}`;
}
