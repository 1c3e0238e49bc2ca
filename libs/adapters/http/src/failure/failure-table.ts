import type { SentName } from '../request/own-names.js';
import { ACCESS_ROWS } from './access-rows.js';
import { COMMON_ROWS } from './common-rows.js';
import type { Failure } from './http-failure.js';
import { LEDGER_ROWS } from './ledger-rows.js';
import { atFault, coded, type FailureTable, type Problem } from './problem.js';
import { REQUEST_ROWS } from './request-rows.js';

/**
 * §7: what each refusal answers. A kind without a row does not compile. Here are those of contexts that have
 * few.
 */
const FAILURE_TABLE: FailureTable = {
  ...ACCESS_ROWS,
  ...REQUEST_ROWS,
  ...COMMON_ROWS,
  ...LEDGER_ROWS,
  DepartmentAndDistributionKey: () =>
    coded(
      'E10130',
      'A product credits one department or distributes over several, not both.',
      'Send department or distributionKey.',
      atFault('E10130', 'distributionKey', 'department is given as well.'),
    ),
  AdditionalExpenseInUse: ({ additionalExpenseNumber, draftIds, usedBy }) =>
    coded(
      'E10010',
      `The additional expense ${additionalExpenseNumber} is charged on draft invoices and cannot be removed.`,
      'Book those drafts, or set the amounts of their lines to 0.',
      { usedBy, additionalData: { additionalExpenseNumber, ...(draftIds.length > 0 && { draftIds }) } },
    ),
  AdditionalExpenseIsSystemMade: ({ additionalExpenseNumber }) =>
    coded(
      'E10660',
      `The additional expense ${additionalExpenseNumber} was made by the service and cannot be removed.`,
      'It may be edited.',
    ),
  ProductBarred: ({ property, productNumber }) =>
    coded(
      'E06600',
      `The product ${productNumber} is barred: an invoice with it cannot be booked.`,
      'Replace the product on the draft, or bar it no longer.',
      atFault('E06600', property, `The product ${productNumber} is barred.`),
    ),
  AliasLayerHasProductAliases: ({ aliasLayerNumber, count, usedBy }) =>
    coded(
      'E10030',
      `The alias layer ${aliasLayerNumber} has ${count} product aliases and cannot be removed.`,
      'Remove its product aliases first, or replace the layer with one without any.',
      { usedBy },
    ),
  IncorrectVatAmount: ({ property, expected, supplied }) =>
    coded(
      'E10020',
      `${property} is ${supplied}; it must be ${expected}.`,
      'Leave it out to have it calculated.',
      {
        errors: [
          {
            errorCode: 'E10020',
            message: `It must be ${expected}.`,
            additionalData: {
              propertyName: property,
              expected: Number(expected),
              supplied: Number(supplied),
            },
          },
        ],
      },
    ),
  EventTypeUnknown: ({ property, type, nearest }) =>
    coded(
      'E06000',
      `${property} asks for ${type}, but there is no such type of event${nearest === undefined ? '' : `: the nearest is ${nearest}`}.`,
      'See which there are in the documentation, at /docs/reference/events; or name none, for every type.',
      {
        errors: [
          {
            errorCode: 'E06000',
            message: `There is no type of event ${type}${nearest === undefined ? '' : `: the nearest is ${nearest}`}.`,
            additionalData: { propertyName: property, ...(nearest !== undefined && { nearest }) },
          },
        ],
      },
    ),
  TooManySettings: ({ settingKey, most }) =>
    coded(
      'E10060',
      `${settingKey} would be one setting too many: there are ${most} already.`,
      'Remove one first, or keep more in one document.',
      atFault('E10060', 'settingKey', `There are ${most} settings already.`),
    ),
  OneOfListRefused: ({ failure, index }) => inList(problemOf(failure), index),
  RefusedAsSent: ({ failure, names }) => inNamesSent(problemOf(failure), names),
};

/** How a refusal is answered: status, code, message and hint. Every kind has its row. */
export function problemOf(failure: Failure): Problem {
  const route = FAILURE_TABLE[failure.kind] as (failure: Failure) => Problem;
  return withIndex(withSubError(route(failure)));
}

/** Of a list the first item at fault is told where whoever sent it looks for it, not in the path alone. */
function withIndex(problem: Problem): Problem {
  const { errors: [first] = [], additionalData } = problem;
  const [, index] = /^\[(\d+)\]/.exec(String(first?.additionalData?.['propertyName'])) ?? [];
  return index === undefined
    ? problem
    : { ...problem, additionalData: { index: Number(index), ...additionalData } };
}

/**
 * Every refusal that has a code has it among its sub errors too, where clients
 * of the family look for it (facts 2.2): those that see a code read `errors`.
 */
function withSubError(problem: Problem): Problem {
  const { errorCode, message, errors } = problem;
  if (errorCode === undefined || errors !== undefined) return problem;
  return { ...problem, errors: [{ errorCode, message }] };
}

/** What one of a list is refused for, with where in the list it stands: nothing of the list was stored. */
function inList({ errors, ...problem }: Problem, index: number): Problem {
  const additionalData = { ...problem.additionalData, index };
  const placed = errors?.map((error) => {
    const { propertyName } = error.additionalData ?? {};
    const place = typeof propertyName === 'string' ? `[${index}].${propertyName}` : `[${index}]`;
    return { ...error, additionalData: { ...error.additionalData, propertyName: place } };
  });
  return { ...problem, additionalData, ...(placed !== undefined && { errors: placed }) };
}

/** A path of members as errors tell of it, as `lines[0].vatInfo.vatAccount`; a full stop may follow. */
const MEMBERS_IN_TEXT = /(?<![\w.\]])[\w[][\w.[\]]*/g;

/** What is said of members is said under the names that the body has for them, of which there may be many. */
function inNamesSent({ errors, ...problem }: Problem, names: readonly SentName[]): Problem {
  const sentAs = new Map(names.map(({ own, sent }) => [own, sent]));
  const longest = Math.max(...names.map(({ own }) => own.length));
  const nameSent = (members: string): string => {
    for (const { index } of members.slice(0, longest + 1).matchAll(/(?!\w)/g)) {
      const sent = sentAs.get(members.slice(0, index));
      if (sent !== undefined) return sent + members.slice(index);
    }
    return members;
  };
  const named = (text: string): string => text.replaceAll(MEMBERS_IN_TEXT, nameSent);
  const called = errors?.map((error) => {
    const { propertyName } = error.additionalData ?? {};
    return {
      ...error,
      message: named(error.message),
      ...(typeof propertyName === 'string' && {
        additionalData: { ...error.additionalData, propertyName: named(propertyName) },
      }),
    };
  });
  return {
    ...problem,
    message: named(problem.message),
    developerHint: named(problem.developerHint),
    ...(called !== undefined && { errors: called }),
  };
}

/** What the client is told of a bug or an outage: nothing of the cause, which is logged under the `logId`. */
export const DEFECT: Problem = {
  status: 500,
  message: 'Something went wrong on our side; it was logged.',
  developerHint: 'Try again; if it happens again, tell us the logId.',
};
