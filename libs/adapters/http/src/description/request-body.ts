import type { Endpoint } from '../endpoint/endpoint.js';
import {
  isKey,
  isRequired,
  schemaOf,
  type AnyResource,
  type FieldData,
  type JsonSchema,
} from '@kontor/kernel';

/**
 * A resource with its fields as the body of a POST or PUT takes them, which need not be as it is declared.
 */
export type RequestBody = { readonly resource: AnyResource; readonly purpose: 'post' | 'put' };

/** What a row takes, where that is a resource. */
export function requestBodyIn({ method, serves, ...route }: Endpoint): RequestBody | undefined {
  const body = 'body' in route ? route.body : undefined;
  if (serves === undefined || serves.as === 'other' || body === undefined) return undefined;
  const fields = body.fields as AnyResource['fields'];
  return { resource: { ...serves.resource, fields }, purpose: method === 'POST' ? 'post' : 'put' };
}

/**
 * What is taken of each resource, by its collection; where several rows take it, what the first of them does.
 */
export type RequestBodies = (
  resource: AnyResource,
  purpose: RequestBody['purpose'],
) => RequestBody | undefined;

/** Finds the body that is taken for a resource and a purpose, among all routes. */
export function requestBodies(endpoints: readonly Endpoint[]): RequestBodies {
  const all = endpoints.flatMap((route) => requestBodyIn(route) ?? []);
  return ({ collection }, purpose) =>
    all.find((taken) => taken.resource.collection === collection && taken.purpose === purpose);
}

/** The schema of such a body. */
export function requestBodySchema({ resource, purpose }: RequestBody): JsonSchema {
  return schemaOf(resource, purpose);
}

/**
 * The members that a body must have: on PUT the address gives the identifier,
 * unless the body is to name it as well.
 */
export function requiredMembers({ resource, purpose }: RequestBody): readonly string[] {
  return Object.entries<FieldData>(resource.fields)
    .filter(
      ([name, field]) => isRequired(field) && !(purpose === 'put' && name === resource.key && isKey(field)),
    )
    .map(([name]) => name);
}
