/**
 * A value that is there for sure, such as an element at an index that was counted. Throws a `TypeError` where
 * it is not, which is a defect: a cast would pass `undefined` on, to fail somewhere else.
 */
export function defined<A>(value: A | undefined): A {
  if (value === undefined) throw new TypeError('what is there for sure is not there');
  return value;
}
