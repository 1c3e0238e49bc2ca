import type { AnyResource, ReferenceKind } from '@kontor/kernel';

/** `salesPrice` → `sales_price`, `mandateID` → `mandate_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}

/** The singular, as the declaration has it in plain words: `alias layer` → `alias_layer`. */
export function tableName(resource: AnyResource): string {
  return resource.title.toLowerCase().replace(/ /g, '_');
}

/** A reference is kept by its number or code: `additionAccount` by `addition_account_number`. */
export function referenceColumnName(prefix: string, { key }: ReferenceKind): string {
  const unit = /[A-Z]?[a-z]+$/.exec(key)?.[0] ?? key;
  return `${prefix}_${unit.toLowerCase()}`;
}

/** The companion of a text column, in which it is compared, searched and sorted. */
export function foldedName(column: string): string {
  return `${column}_folded`;
}
