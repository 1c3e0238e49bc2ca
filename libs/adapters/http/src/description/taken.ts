import type { Endpoint } from '../endpoint/endpoint.js';
import {
  isKey,
  isRequired,
  schemaOf,
  type AnyResource,
  type FieldData,
  type JsonSchema,
} from '@kontor/kernel';

/** A resource with its fields as the body of a POST or PUT takes them, which need not be as it is declared. */
export type Taken = { readonly of: AnyResource; readonly purpose: 'post' | 'put' };

/** What a row takes, where that is a resource. */
export function takenBy({ method, serves, ...row }: Endpoint): Taken | undefined {
  const body = 'body' in row ? row.body : undefined;
  if (serves === undefined || serves.as === 'other' || body === undefined) return undefined;
  const fields = body.fields as AnyResource['fields'];
  return { of: { ...serves.resource, fields }, purpose: method === 'POST' ? 'post' : 'put' };
}

/** What is taken of each resource, by its collection; where several rows take it, what the first of them does. */
export type TakenBodies = (of: AnyResource, purpose: Taken['purpose']) => Taken | undefined;

export function takenBodies(endpoints: readonly Endpoint[]): TakenBodies {
  const all = endpoints.flatMap((row) => takenBy(row) ?? []);
  return ({ collection }, purpose) =>
    all.find((taken) => taken.of.collection === collection && taken.purpose === purpose);
}

export function takenSchema({ of, purpose }: Taken): JsonSchema {
  return schemaOf(of, purpose);
}

/** The members that a body must have: on PUT the address gives the identifier, unless the body is to name it as well. */
export function requiredMembers({ of, purpose }: Taken): readonly string[] {
  return Object.entries<FieldData>(of.fields)
    .filter(([name, field]) => isRequired(field) && !(purpose === 'put' && name === of.key && isKey(field)))
    .map(([name]) => name);
}
