import {
  isAlwaysShown,
  defined,
  decimalFromNumber,
  decimalFromText,
  isRequired,
  isWritable,
  MODULE_NAMES,
  type AnyResource,
  type AnyValue,
  type FieldData,
  type KeyValue,
  type Kind,
} from '@kontor/kernel';
import { isRight } from 'fp-ts/lib/Either.js';
import { collectionText } from '../representation/collection.js';
import { itemPrinter } from '../representation/item.js';
import { PLAIN_LINKS, type Links, type MountedPaths } from '../representation/links.js';
import { collectionRequest } from '../request/collection-query.js';
import type { Given } from '../endpoint/endpoint.js';
import type { RequestBody } from './request-bodies.js';

type Example = Readonly<Record<string, unknown>>;

/** Words for what a declaration says no more of than that it is a text. */
const WORDS: Readonly<Record<string, string>> = {
  accountName: 'Sales, domestic',
  addressLine1: 'Hafenstraße 7',
  apiName: 'Kontor',
  appPublicToken: 'pB4vZ0oYxq1tS8mWcR2nK7dLhJ5uEaGf3iTjQyXw9bA',
  attention: 'Accounts payable',
  baseCurrency: 'EUR',
  basisEntries: 'http://localhost:3000/entries?filter=vatPart$eq:base',
  city: 'Hamburg',
  code: 'DE',
  contraVatEntries: 'http://localhost:3000/entries?filter=vatPart$eq:contraVat',
  corporateIdentificationNumber: 'HRB 12345',
  country: 'Germany',
  currency: 'EUR',
  displayInvoiceNumber: 'INV2026-17',
  displayVoucherNumber: 'SUI27',
  email: 'anna@example.com',
  entries: 'http://localhost:3000/entries',
  grantToken: 'f1RzV7pQk2sNcJm8aXtE4uYbW0hLdG6oIiKqTvCrSxM',
  grantUrl: 'http://localhost:3000/requestaccess?appId=pB4vZ0oYxq1tS8mWcR2nK7dLhJ5uEaGf3iTjQyXw9bA',
  isoNumber: '978',
  loginId: 'anna',
  nameAlias: 'Lamp, black',
  posts: 'http://localhost:3000/open-posts?filter=date$lte:2026-03-31',
  prefix: 'SUI',
  productNumber: '1000',
  rootUrl: 'https://app.example.com',
  self: 'http://localhost:3000/studio/client-agreements/1001',
  settingKey: 'theme',
  supplierInvoiceNumber: '2207',
  telephoneAndFaxNumber: '+49 40 123456',
  phoneNumber: '+49 40 123456',
  text: 'Green coffee',
  vatCode: 'S25',
  settlements: 'http://localhost:3000/statements/vat/settlements',
  vatEntries: 'http://localhost:3000/entries?filter=vatPart$eq:vat',
  vatNumber: 'DE123456789',
  website: 'https://example.com',
  year: '2026',
  zip: '20457',
};

/** Numbers of things that a new agreement has. */
const NUMBERS: Readonly<Record<string, number>> = {
  accountNumber: 1010,
  accountCategoryNumber: 47,
  agreementNumber: 1001,
  entryNumber: 227,
  periodNumber: 3,
  vatReportSetupNumber: 7,
  voucherId: 85,
  voucherNumber: 27,
};

/**
 * Makes examples: what is declared as one, and of the rest what could be.
 * Links in them are those of the mounted rows.
 */
export type Examples = {
  /** A body of a POST or PUT. */
  draft(taken: RequestBody): Example;
  item(resource: AnyResource): unknown;
  page(resource: AnyResource): unknown;
  /** What is given where no resource stands behind it as it is, and a body of such members. */
  given(given: Given | FieldData, path: string, name?: string): unknown;
  body(fields: Readonly<Record<string, FieldData>>): Example;
};

/** Examples for every resource and page: a declared `example`, filled up by the kinds of members. */
export function examplesIn(links: Links, { items }: MountedPaths): Examples {
  const pathOf = (resource: AnyResource): string =>
    items.get(resource.collection) ?? `/${resource.collection}/:${resource.key}`;
  const valueOf = (resource: AnyResource): AnyValue =>
    withOwnKey(group(resource.fields, resource.example ?? {}, isAlwaysShown), pathOf(resource));
  const parentsOf = (resource: AnyResource): readonly KeyValue[] =>
    [...pathOf(resource).matchAll(/:(\w+)/g)]
      .slice(0, -1)
      .map(([, name = '']) => WORDS[name] ?? NUMBERS[name] ?? 1);
  const printer = (resource: AnyResource) => itemPrinter(resource, links, MODULE_NAMES, pathOf(resource));

  const item = (resource: AnyResource): unknown =>
    JSON.parse(printer(resource).item(valueOf(resource), parentsOf(resource), PLAIN_LINKS));
  const given = givenExamples(links, item, (resource) =>
    links.collection(resource, parentsOf(resource), PLAIN_LINKS),
  );

  return {
    given,
    body: (fields) => {
      // A list that is empty when it is left out shows nothing.
      const told = Object.entries(fields).map(([name, { default: _, ...field }]) => [name, field] as const);
      return sentGroup(fields, group(Object.fromEntries(told), {}, isWritable));
    },
    draft: ({ resource, purpose }) => {
      // A body may ask for what the example of an item lacks.
      const example: Example = {
        ...sentGroup(resource.fields, group(resource.fields, {}, isRequired)),
        ...resource.example,
      };
      const members = Object.entries(example).filter(([name]) => {
        const field = resource.fields[name];
        return (
          field !== undefined &&
          isWritable(field) &&
          !(purpose === 'put' && name === resource.key && field.use === 'key')
        );
      });
      return Object.fromEntries(members);
    },
    item,
    page: (resource) => {
      const asked = collectionRequest(resource, []);
      if (!isRight(asked)) throw new Error(`${resource.collection} cannot be asked for without a question`);
      const text = collectionText({
        resource,
        page: { items: [valueOf(resource)], results: 1, resultsWithoutFilter: 1 },
        request: asked.right,
        url: links.collection(resource, parentsOf(resource), PLAIN_LINKS),
        parents: parentsOf(resource),
        printer: printer(resource),
        links,
        style: PLAIN_LINKS,
        offers: () => true,
        itemsAt: pathOf(resource),
        ...(resource.operations.includes('create') && {
          createAt: links.collection(resource, parentsOf(resource), PLAIN_LINKS),
        }),
      });
      return JSON.parse(text) as unknown;
    },
  };
}

/** Examples of what is given, made of those of items and of the addresses of collections. */
function givenExamples(
  links: Links,
  item: Examples['item'],
  collection: (resource: AnyResource) => string,
): Examples['given'] {
  /** A value of the domain as it is answered. */
  const shown = (kind: Kind, domain: unknown): unknown =>
    kind.type === 'reference'
      ? { ...(domain as Example), self: links.base }
      : kind.type === 'decimal'
        ? Number(domain)
        : domain;
  const given: Examples['given'] = (one, path, name = '') => {
    if ('kind' in one) return shown(one.kind, value(one.kind, name, undefined));
    if ('linkTo' in one) return collection(one.linkTo);
    if ('listOf' in one) return [given(one.listOf, path, name)];
    if ('item' in one) {
      const members = Object.entries(item(one.item) as Example);
      return Object.fromEntries(members.filter(([member]) => one.without?.includes(member) !== true));
    }
    return {
      ...Object.fromEntries(
        Object.entries(one.object).map(([member, of]) => [member, given(of, path, member)]),
      ),
      ...(one.hasSelf === true && { self: links.base + filled(path) }),
    };
  };
  return given;
}

/**
 * With what its address ends in. Some things have no member for it and say it in a reference, as a sales
 * account in that of its VAT zone.
 */
function withOwnKey(example: AnyValue, path: string): AnyValue {
  const own = /:(\w+)$/.exec(path)?.[1];
  if (own === undefined || own in example) return example;
  const inside = Object.values(example).find(
    (member) => typeof member === 'object' && member !== null && own in member,
  ) as AnyValue | undefined;
  return { ...example, [own]: inside?.[own] ?? WORDS[own] ?? NUMBERS[own] ?? 1 };
}

/** A path with its parameters filled in. */
function filled(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(WORDS[name] ?? NUMBERS[name] ?? 1));
}

function group(
  fields: Readonly<Record<string, FieldData>>,
  given: Example,
  isShown: (field: FieldData) => boolean,
): Readonly<Record<string, unknown>> {
  const members = Object.entries(fields)
    .filter(([name, field]) => name in given || (field.internal !== true && isShown(field)))
    .map(([name, { kind, default: byDefault }]) => [name, value(kind, name, given[name] ?? byDefault)]);
  return Object.fromEntries(members) as Readonly<Record<string, unknown>>;
}

/** An example of a value, as the domain has it: the given one, or else a plausible one of its kind. */
function value(kind: Kind, name: string, given: unknown): unknown {
  switch (kind.type) {
    case 'string':
      return given ?? word(name, kind);
    case 'integer':
      return given ?? Math.min(Math.max(NUMBERS[name] ?? 1, kind.min), kind.max);
    case 'decimal':
      if (typeof given === 'number') return decimalFromNumber(given);
      return given ?? decimalFromText(kind.max === '100' ? '25' : '100');
    case 'boolean':
      return given ?? false;
    case 'fullDate':
      return (
        given ?? { toDate: '2026-12-31', endDate: '2026-12-31', fromDate: '2026-01-01' }[name] ?? '2026-03-31'
      );
    case 'timestamp':
      return given ?? '2026-03-31T12:30:00Z';
    case 'enum':
      return kind.values.find((one) => one === given) ?? kind.values[0];
    case 'reference': {
      const { [kind.key]: key, ...members } = (given ?? {}) as Example;
      const shown = kind.projection.map((one) => [
        one,
        members[one] ?? value(kind.projectionKinds?.[one] ?? SHORT_TEXT, one, undefined),
      ]);
      return { [kind.key]: value(kind.of, kind.key, key), ...Object.fromEntries(shown) };
    }
    case 'group':
      return group(kind.fields, (given ?? {}) as Example, isAlwaysShown);
    case 'list':
      return given === undefined
        ? [value(kind.of.kind, name, undefined)]
        : (given as readonly unknown[]).map((one) => value(kind.of.kind, name, one));
    case 'json':
      return given === undefined ? '{"colour":"green"}' : JSON.stringify(given);
  }
}

/** A value of the domain as a client sends it. */
function sent(kind: Kind, domain: unknown): unknown {
  switch (kind.type) {
    case 'decimal':
      return Number(domain);
    case 'reference':
      return { [kind.key]: (domain as Example)[kind.key] };
    case 'group':
      return sentGroup(kind.fields, domain as Example);
    case 'list':
      return (domain as readonly unknown[]).map((one) => sent(kind.of.kind, one));
    case 'json':
      return JSON.parse(domain as string);
    default:
      return domain;
  }
}

function sentGroup(fields: Readonly<Record<string, FieldData>>, domain: Example): Example {
  const members = Object.entries(domain).map(([name, one]) => [name, sent(defined(fields[name]).kind, one)]);
  return Object.fromEntries(members) as Example;
}

const SHORT_TEXT: Kind = { type: 'string', min: 0, max: 50, line: true };

function word(name: string, { min, max, names, lists }: Extract<Kind, { type: 'string' }>): string {
  const posts = lists === 'open-posts' ? WORDS['posts'] : undefined;
  const known = WORDS[name] ?? posts ?? (names === undefined ? undefined : WORDS['productNumber']);
  const text =
    known ??
    `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`)}`;
  return text.slice(0, max).padEnd(min, '0');
}
