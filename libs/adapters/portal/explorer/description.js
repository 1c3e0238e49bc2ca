/**
 * What the service says of itself in its OpenAPI document: by which members a collection is
 * filtered and sorted, which JSON Schema the body of an action has. An address is looked up by the
 * templates of the document, most fixed first.
 */
import { pathOf, valuesIn } from './place.js';

/**
 * The part of JSON Schema 2020-12 that the service uses.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {string} [format]
 * @property {string[]} [enum]
 * @property {unknown} [default]
 * @property {boolean} [readOnly]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [items]
 * @property {number} [maxItems]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {string} [x-module]
 */

/**
 * A parameter; that of a filter or of an order with the members that a collection takes there.
 * @typedef {object} Parameter
 * @property {string} [name]
 * @property {string} [in]
 * @property {Schema} [schema]
 * @property {string[]} [x-filterable]
 * @property {string[]} [x-sortable]
 */

/**
 * @typedef {object} Operation
 * @property {string} [summary]
 * @property {string[]} [tags]
 * @property {{ content?: Record<string, { schema?: Schema }> }} [requestBody]
 * @property {Record<string, { content?: Record<string, { schema?: Schema }> }>} [responses]
 * @property {Parameter[]} [parameters]
 */

/**
 * @typedef {object} OpenApi
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{ schemas: Record<string, Schema> }} components
 * @property {{ name: string, tags: string[] }[]} [x-tagGroups]
 */

/** @typedef {{ filterable: readonly string[], sortable: readonly string[], item: Schema }} Listing */

export class Description {
  /** @param {OpenApi} document */
  constructor(document) {
    this.document = document;
    this.templates = Object.keys(document.paths).sort((a, b) => count(a) - count(b));
  }

  /** @param {string} method @param {string} place @returns {Operation | undefined} */
  operation(method, place) {
    const path = pathOf(place);
    for (const template of this.templates) {
      if (valuesIn(template, path) === undefined) continue;
      const operation = this.document.paths[template]?.[method.toLowerCase()];
      if (operation !== undefined) return operation;
    }
    return undefined;
  }

  /**
   * The schema of the body that is sent; undefined where none is. @param
   * {string} method @param {string} place
   */
  body(method, place) {
    const schema = this.operation(method, place)?.requestBody?.content?.['application/json']?.schema;
    if (schema === undefined) return undefined;
    const whole = this.resolved(schema);
    // Where a list is taken as well, one is sent.
    const [one] = whole.oneOf ?? [];
    return one === undefined ? whole : this.resolved(one);
  }

  /**
   * The media types of the file that is sent; none where JSON is, or nothing.
   * @param {string} method @param {string} place
   */
  files(method, place) {
    const types = Object.keys(this.operation(method, place)?.requestBody?.content ?? {});
    return types.includes('application/json') ? [] : types;
  }

  /**
   * The parameter that asks to only try what is sent and keep nothing; undefined where there is none.
   * @param {string} method @param {string} place
   */
  trial(method, place) {
    if (method !== 'POST') return undefined;
    return this.operation(method, place)?.parameters?.find((one) => one.schema?.type === 'boolean')?.name;
  }

  /**
   * What a collection can be asked: vouchers within a year less than all vouchers, though they are the same.
   * @param {string} place @returns {Listing | undefined}
   */
  listing(place) {
    const operation = this.operation('GET', place);
    const page = operation?.responses?.['200']?.content?.['application/json']?.schema;
    const items = page && this.resolved(page).properties?.['collection'];
    const of = items && this.resolved(items).items;
    if (of === undefined) return undefined;
    const taken = (/** @type {string} */ name) => operation?.parameters?.find((one) => one.name === name);
    return {
      item: this.resolved(of),
      filterable: taken('filter')?.['x-filterable'] ?? [],
      sortable: taken('sort')?.['x-sortable'] ?? [],
    };
  }

  /** A schema with its reference followed. @param {Schema} schema @returns {Schema} */
  resolved(schema) {
    const { $ref, ...beside } = schema;
    if ($ref === undefined) return schema;
    const target = this.document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    return target === undefined ? beside : { ...this.resolved(target), ...beside };
  }

  /**
   * The schema of a member, by its name as filters have it:
   * `unit.unitNumber`. @param {Schema} schema @param {string} name
   */
  member(schema, name) {
    /** @type {Schema | undefined} */
    let at = schema;
    for (const step of name.split('.')) {
      /** @type {Schema | undefined} */
      const within = at && this.resolved(at).properties?.[step];
      at = within && this.resolved(within);
    }
    return at;
  }

  /** Which part of the service a place belongs to. @param {string} place */
  groupOf(place) {
    const [tag] = this.operation('GET', place)?.tags ?? [];
    return this.document['x-tagGroups']?.find(({ tags }) => tag !== undefined && tags.includes(tag))?.name;
  }
}

/** @param {string} template */
function count(template) {
  return template.split('{').length;
}
