/** Filters as §4.1 writes them. */

/** The escapes of a value. @param {string} value */
export function escaped(value) {
  return value.replace(/[$()*,[\]]/g, (character) => `$${character}`);
}

/**
 * What can be asked of a member of this type, in words and in the service's operators.
 * @typedef {{ words: import('./words.js').WordKey, write: (name: string, value: string) => string, takesValue: boolean }} Comparison
 */

/** @param {import('./words.js').WordKey} words @param {string} operator @returns {Comparison} */
const compared = (words, operator) => ({
  words,
  write: (name, value) => `${name}$${operator}:${escaped(value)}`,
  takesValue: true,
});

const EQUAL = compared('is', 'eq');
const OTHER = compared('isNot', 'ne');
/** @type {Comparison} */
const CONTAINS = { ...EQUAL, words: 'contains', write: (name, value) => `${name}$like:*${escaped(value)}*` };
/** @type {Comparison} */
const BEGINS = { ...EQUAL, words: 'beginsWith', write: (name, value) => `${name}$like:${escaped(value)}*` };
const ORDER = [
  compared('isLess', 'lt'),
  compared('isAtMost', 'lte'),
  compared('isAtLeast', 'gte'),
  compared('isMore', 'gt'),
];
/** @type {Comparison} */
const ABSENT = { words: 'isNotThere', write: (name) => `${name}$eq:$null:`, takesValue: false };
/** @type {Comparison} */
const PRESENT = { words: 'isThere', write: (name) => `${name}$ne:$null:`, takesValue: false };

/**
 * @param {{ type?: string, enum?: string[], format?: string } | undefined} schema @returns {readonly Comparison[]}
 */
export function comparisonsOf(schema) {
  if (schema?.type === 'boolean') return [EQUAL, OTHER];
  if (schema?.enum !== undefined) return [EQUAL, OTHER, ABSENT, PRESENT];
  if (schema?.type === 'string' && schema.format === undefined)
    return [CONTAINS, BEGINS, EQUAL, OTHER, ...ORDER, ABSENT, PRESENT];
  return [EQUAL, OTHER, ...ORDER, ABSENT, PRESENT];
}

/** The filter with one more condition. @param {string} filter @param {string} condition */
export function and(filter, condition) {
  if (filter.trim() === '') return condition;
  return /\$or:/i.test(filter) ? `(${filter})$and:${condition}` : `${filter}$and:${condition}`;
}

/**
 * The sorting after the head of a column was pressed: ascending, descending, as it comes.
 * @param {string} sort
 * @param {string} name
 */
export function sortedNext(sort, name) {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` ? '' : name;
}
