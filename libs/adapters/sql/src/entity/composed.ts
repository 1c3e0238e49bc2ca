import { defined } from '@kontor/kernel';
import type { SqlValue, Statement } from '../statement.js';

/** What is asked of a query builder of TypeORM's. */
type Query = {
  setParameters(parameters: Readonly<Record<string, unknown>>): unknown;
  getQueryAndParameters(): [string, unknown[]];
};

/** What a statement binds, by the names of its parameters. */
export type Bound<N extends string> = Readonly<Record<N, SqlValue>>;

/** A statement whose text is there, and whose values are given whenever it is sent. */
export type Composed<N extends string> = (bound: Bound<N>) => Statement;

/** Stands for a value until the statement is sent. */
class Named<N extends string> {
  readonly name: N;
  /** Its place in the list that the name stands for. */
  readonly at: number | undefined;
  constructor(name: N, at?: number) {
    this.name = name;
    this.at = at;
  }
}

/**
 * What a query of TypeORM's says, written once: its parameters, `:name`, are bound anew whenever it is sent.
 * Throws where it does not bind exactly these names.
 */
export function composed<N extends string>(query: Query, names: readonly N[]): Composed<N> {
  const { sql, values } = composedOf(query, names, {});
  return (bound) => ({
    sql,
    values: values.map((value) => (value instanceof Named ? bound[value.name] : value)),
  });
}

/** The same with a list, `IN (:...name)`; written once for every length of it. */
export function composedWithList<N extends string>(
  query: Query,
  names: readonly N[],
  list: string,
): (bound: Bound<N>, listed: readonly SqlValue[]) => Statement {
  const texts: ReturnType<typeof composedOf<N>>[] = [];
  return (bound, listed) => {
    const places = listed.map((_, at) => new Named(list, at));
    const { sql, values } = (texts[listed.length] ??= composedOf(query, names, { [list]: places }));
    const valueOf = ({ name, at }: Named<N>): SqlValue =>
      at === undefined ? bound[name] : defined(listed[at]);
    return { sql, values: values.map((value) => (value instanceof Named ? valueOf(value) : value)) };
  };
}

function composedOf<N extends string>(
  query: Query,
  names: readonly N[],
  lists: Readonly<Record<string, readonly Named<string>[]>>,
): { readonly sql: string; readonly values: readonly (Named<N> | SqlValue)[] } {
  const named = Object.fromEntries(names.map((name) => [name, new Named(name)]));
  query.setParameters({ ...named, ...lists });
  const [sql, values] = query.getQueryAndParameters() as [string, (Named<N> | SqlValue)[]];
  const unused = names.filter((name) => !values.includes(named[name] as Named<N>));
  const free = /:\w+/.exec(sql);
  if (unused.length > 0 || free !== null)
    throw new Error(`not bound: ${[...unused, ...(free ?? [])].join(', ')} in ${sql}`);
  return { sql, values };
}
