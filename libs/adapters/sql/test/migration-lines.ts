import type { Column, Index } from '../src/entity/table.js';

/*
 * Columns and indexes as a migration writes them, in the words of `entity/columns.ts`: what the schema spec
 * asks for can be put into a migration as it is told.
 */

/** A column, such as `ascii('month', 10, NULLABLE)`. */
export function columnLine({ name, type, nullable, byDefault }: Column): string {
  if (type.type === 'integer' && byDefault === 0) return `count('${name}')`;
  const words = [
    `'${name}'`,
    ...('length' in type ? [String(type.length)] : []),
    ...(nullable === true ? ['NULLABLE'] : []),
  ];
  const line = `${type.type}(${words.join(', ')})`;
  return byDefault === undefined ? line : `added(${line})`;
}

/** An index, such as `index('budget_by_month', 'agreement_number', 'month', 'budget_number')`. */
export function indexLine({ name, unique, parts }: Index): string {
  const words = parts.map(({ column, descending }) => `'${column}${descending === true ? ' DESC' : ''}'`);
  return `${unique === true ? 'unique' : 'index'}('${name}', ${words.join(', ')})`;
}
