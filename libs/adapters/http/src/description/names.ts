import { isBookable, type AnyResource } from '@kontor/kernel';

/** Words with capitals: `VAT account` and `vat-accounts` become `VatAccount` and `VatAccounts`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}

/** A name of home as the SDK has it, by the same rule: `vat-accounts` becomes `vatAccounts`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Words in lower case: `accountingYears` becomes `accounting-years`. */
export function kebabCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The name of a resource's items as a type: `VatAccount`. */
export function typeName(resource: AnyResource): string {
  return pascalCase(resource.title);
}

/**
 * Of documents that are drafts first and booked then: in which of the two states this one is, where it is in
 * one.
 */
export function stateOf(resource: AnyResource): 'draft' | 'booked' | undefined {
  if (!isBookable(resource)) return undefined;
  return (['draft', 'booked'] as const).find((state) => resource.title.startsWith(`${state} `));
}

/** Whether what is said of the one holds for the other: for the same items, and for those of one state. */
export function concerns(said: AnyResource, resource: AnyResource): boolean {
  const states = new Set([stateOf(said), stateOf(resource)].filter((state) => state !== undefined));
  return said.collection === resource.collection && states.size < 2;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Text order of code units: the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
