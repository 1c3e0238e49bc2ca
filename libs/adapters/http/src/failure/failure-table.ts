import type { Failure } from './http-failure.js';
import {
  inQuotes,
  STORED_ANSWERS_BYTES_MAX,
  type Referrer,
  type RuleCode,
  type Violation,
} from '@kontor/kernel';
import type { SentName } from '../request/own-names.js';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** What is wrong in one place of a request, beside what the answer says of it as a whole (§7). */
export type SubError = {
  readonly errorCode: ErrorCode;
  readonly message: string;
  readonly developerHint?: string;
  readonly additionalData?: Readonly<Record<string, unknown>>;
};

/** What a refusal says, before it becomes a body of §7. */
export type Problem = {
  readonly status: number;
  readonly errorCode?: ErrorCode;
  readonly message: string;
  readonly developerHint: string;
  readonly errors?: readonly SubError[];
  readonly additionalData?: Readonly<Record<string, unknown>>;
  /** Further members of the body, such as those of a refused filter (D83). */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The collection that a missing thing would be in: the hint of a 404 points there (D131). */
  readonly missingFrom?: string;
  /** What refers to a thing that is in use: told with its address. */
  readonly usedBy?: readonly Referrer[] | undefined;
  /** A 401 links to the same resource in the demo agreement (§5.2). */
  readonly demoLink?: true;
};

type Table = { readonly [K in Failure['kind']]: (failure: Extract<Failure, { kind: K }>) => Problem };

/** What a path answers that leads nowhere: nowhere at all, or for this caller. */
const NO_SUCH_RESOURCE = { status: 404, message: 'There is no such resource.' };
const FOLLOW_LINKS =
  'Use the links of an earlier answer, or start at the home resource; a collection lies one level above its items.';
/** How a tag is sent in `If-Match`, for who sends one that can match nothing. */
const HOW_TO_SEND = {
  weak: 'A weak ETag matches nothing, and the service gives none: a proxy that compresses puts W/ before it. Send it without W/.',
  unquoted: 'Send the ETag as it was answered, with its double quotes.',
};
/** What a refused closing, reopening or removing of a year asks for. */
const HOW_YEARS_FOLLOW =
  'Years are closed from the first to the last and reopened from the last to the first; the last one can be removed while it is open and empty.';
const HOW_TO_CLEAR_DRAFTS =
  'Book these drafts, remove them, or give them a date in another year: additionalData.usedBy has the addresses of the first five.';
const HOW_TO_SIGN_IN =
  'Send X-AppSecretToken and X-AgreementGrantToken, or the word demo in both, or append ?demo=true to look around; the home resource tells more.';
/**
 * What a 401 asks for (RFC 9110, 11.6.1). No client has a scheme of this name: a browser that knew it would
 * ask a person for a name and a password.
 */
export const CHALLENGE = 'AppToken realm="Kontor", headers="X-AppSecretToken X-AgreementGrantToken"';
/** Where the schema of the refused body is put into a hint. */
export const SCHEMA_PLACE = '{schema}';
/** Where the address of the service's documentation is put into a hint. */
export const DOCS_PLACE = '{docs}';
const SEE_SCHEMA = `Compare the request with the schema: ${SCHEMA_PLACE}`;

function coded(
  errorCode: ErrorCode,
  message: string,
  developerHint: string,
  more: Partial<Problem> = {},
): Problem {
  return { status: ERROR_CODES[errorCode].status, errorCode, message, developerHint, ...more };
}

/** It is not known who calls: what to send, as a header for programs and as a hint for people. */
function unauthorized(errorCode: ErrorCode, why: string, hint = ''): Problem {
  const headers = { 'WWW-Authenticate': CHALLENGE };
  return coded(errorCode, `Login failed: ${why}`, hint + HOW_TO_SIGN_IN, { demoLink: true, headers });
}

/** One member at fault, told as a sub error (D85). */
function atFault(errorCode: ErrorCode, propertyName: string, message: string): Partial<Problem> {
  return { errors: [{ errorCode, message, additionalData: { propertyName } }] };
}

/** What uses a thing, in words: ` by units 1, customers 3/contacts 1`. */
function by(usedBy: readonly Referrer[] | undefined): string {
  return usedBy === undefined ? '' : ` by ${usedBy.map(named).join(', ')}`;
}

/** The same behind a sentence's end. */
function nameReferrers(usedBy: readonly Referrer[] | undefined): string {
  return usedBy === undefined ? '' : ` (${usedBy.map(named).join(', ')})`;
}

/** The same of the first of so many. */
function nameSome(usedBy: readonly Referrer[] = [], count: number): string {
  if (usedBy.length === 0) return '';
  return ` (${usedBy.map(named).join(', ')}${usedBy.length < count ? ', …' : ''})`;
}

function named({ resource, keys }: Referrer): string {
  return `${resource} ${keys.map(String).join('/')}`;
}

/** An answer names so many of the things that are wrong with a body, and says how many there are. */
const ERRORS_TOLD = 100;

/** §7: what each refusal answers. A kind without a row does not compile. */
export const FAILURE_TABLE: Table = {
  RouteUnknown: ({ meant }) => ({
    ...NO_SUCH_RESOURCE,
    developerHint: meant === undefined ? FOLLOW_LINKS : `Is ${meant} meant? ${FOLLOW_LINKS}`,
  }),
  ModuleMissing: ({ needs }) => ({
    ...NO_SUCH_RESOURCE,
    developerHint: `It comes with the module ${needs}, which this agreement does not have; GET /self lists its modules.`,
  }),
  AddressMalformed: () => ({
    status: 400,
    message: 'The address is not well formed: its percent-encoding is broken.',
    developerHint: 'Write a percent sign as %25 in a query and as _3_ in a route parameter.',
  }),
  AddressTooLong: ({ most }) => ({
    status: 400,
    message: `The address is longer than ${most} characters.`,
    developerHint: 'Ask with a shorter filter.',
  }),
  HostNotOne: () => ({
    status: 400,
    message: 'The request does not have exactly one Host header.',
    developerHint: 'Use an ordinary HTTP client library.',
  }),
  MethodNotAllowed: ({ allow, supersededBy }) => ({
    status: 405,
    message: 'The method is not supported here.',
    developerHint:
      supersededBy === undefined
        ? `Supported here: ${allow.join(', ')}.`
        : `Supported here: ${allow.join(', ')}. This address is an old one: use ${supersededBy}.`,
    headers: { Allow: allow.join(', ') },
  }),
  CredentialsMissing: ({ header }) =>
    unauthorized(
      'E02000',
      `credentials are missing${header === undefined ? '' : `: there is no ${header}`}.`,
    ),
  SecretTokenUnknown: () =>
    unauthorized(
      'E02010',
      'the app secret token is unknown.',
      'It is the secret of an app, not its public token and not the token of a grant, which is sent as ' +
        'X-AgreementGrantToken, and ends when the app gets another one. ',
    ),
  GrantTokenUnknown: () =>
    unauthorized(
      'E02020',
      'the agreement grant token is unknown, was revoked or has expired.',
      'Another one is given at the grantUrl of the app, and for a client agreement in the studio module. ',
    ),
  TokensDoNotBelongTogether: () =>
    unauthorized(
      'E02250',
      'the grant was not issued to this app.',
      'The secret must be that of the app to which the access was given. ',
    ),
  RoleMissing: ({ needs, has, closedBecause }) => {
    const roles = `The grant has ${has.join(', ') || 'no role'}.`;
    return closedBecause === undefined
      ? coded(
          'E03000',
          `The grant does not allow this: it needs the role ${[...needs, 'SuperUser'].join(' or ')}.`,
          `${roles} Roles are chosen by the app and given with the grant.`,
        )
      : coded(
          'E03000',
          `The grant does not allow this: the agreement is ${WHY_NO_GRANT[closedBecause]}, and read with the role SuperUser only.`,
          `${roles} Ask who runs this service to take the mark back.`,
        );
  },
  DemoIsReadOnly: () =>
    coded(
      'E03010',
      'The demo agreement is read-only.',
      'Use GET here, or the tokens of an agreement of your own.',
    ),
  AgreementTakesNoWrites: ({ reason }) =>
    coded(
      'E10050',
      `Nothing can be changed: the agreement is ${WHY_NO_GRANT[reason]}.`,
      'It can be read. Ask who runs this service to take that back.',
    ),
  AdministratorGrantOutsideStudio: () =>
    coded(
      'E03020',
      'An administrator grant reaches only the self endpoint and the studio module.',
      'Get a temporary grant of a client agreement from the studio module and use that.',
    ),
  AdministratorGrantMissing: () =>
    coded(
      'E03000',
      'The grant does not allow this: the studio module is for grants of administrator agreements.',
      'The self endpoint tells in IsAdminAgreement which kind of grant is in use.',
    ),
  RateExceeded: ({ retryAfterSeconds }) => ({
    status: 429,
    message: 'Too many requests with this grant.',
    developerHint: `Try again after ${retryAfterSeconds} s, and more slowly.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }),
  MediaTypeNotJson: ({ where, given }) => ({
    status: 415,
    message: 'This service speaks JSON only.',
    developerHint: `${where} is ${given.slice(0, 200)}; send application/json (UTF-8)${where === 'Accept' ? ' or */*' : ''}.`,
  }),
  BodyEncodingNotTaken: ({ given }) => ({
    status: 415,
    message: 'The body is encoded in a way that is not taken.',
    developerHint: `Content-Encoding is ${given.slice(0, 200)}; send the body as it is, or as gzip, deflate or br.`,
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  }),
  FileTypeNotTaken: ({ given, taken }) => ({
    status: 415,
    message: `The body is ${given}, which is not taken here.`,
    developerHint: `Send the bytes of one file as they are, with Content-Type ${taken.join(' or ')}.`,
  }),
  AttachmentNotTaken: ({ mediaType, reason, mostBytes }) =>
    coded(
      'E10240',
      `The file ${WHY_NO_ATTACHMENT[reason](mediaType, mostBytes)}.`,
      'Send the bytes of the file as they are, and its media type as Content-Type.',
    ),
  AttachmentsTooLarge: ({ bytes, room, mostBytes }) =>
    coded(
      'E10590',
      `The attachments of this agreement have at most ${mostBytes} bytes together: there is no room for ${bytes}.`,
      room === 0
        ? 'Remove attachments of drafts that are not needed.'
        : `A file of at most ${room} bytes fits. For more, remove attachments of drafts that are not needed.`,
    ),
  AttachmentStays: ({ voucherId }) =>
    coded(
      'E10450',
      `The voucher ${voucherId} is booked: its attachment can be neither changed nor removed.`,
      'A draft may change its attachment, and a booked voucher may get one that it lacks.',
    ),
  BodyNotJson: ({ reason }) => ({
    status: 400,
    errorCode: 'E00500',
    message: 'Schema validation failed: the body is not JSON as this service takes it.',
    developerHint: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  }),
  BodyTooLarge: ({ mostBytes }) => ({
    status: 413,
    message: `The body is larger than ${mostBytes} bytes.`,
    developerHint: 'Send less at once.',
    headers: { Connection: 'close' },
  }),
  BodyTooDeep: ({ mostLevels }) => ({
    status: 400,
    errorCode: 'E00500',
    message: `Schema validation failed: the body nests deeper than ${mostLevels} levels.`,
    developerHint: SEE_SCHEMA,
  }),
  BodyTooWide: ({ mostMembers }) => ({
    status: 400,
    errorCode: 'E00500',
    message: `Schema validation failed: an object in the body has more than ${mostMembers} members.`,
    developerHint: SEE_SCHEMA,
  }),
  BodyTooMany: ({ mostValues }) => ({
    status: 400,
    errorCode: 'E00500',
    message: `Schema validation failed: the body has more than ${mostValues} values.`,
    developerHint: SEE_SCHEMA,
  }),
  BodyIncomplete: () => ({
    status: 400,
    message: 'The body ended before its Content-Length.',
    developerHint: 'Send the request again.',
    headers: { Connection: 'close' },
  }),
  SchemaViolation: ({ missing, violations, index }) => {
    const absent: readonly SubError[] =
      missing.length === 0
        ? []
        : [
            {
              errorCode: 'E00500',
              message: `Required properties are missing: ${missing.slice(0, ERRORS_TOLD).join(', ')}.`,
              additionalData: { missing: missing.slice(0, ERRORS_TOLD) },
            },
          ];
    const wrong = violations.map(({ property, code, is }): SubError => ({
      errorCode: code,
      message: `${property === '' ? 'The body' : property} ${is}.`,
      additionalData: { propertyName: property },
    }));
    const codes = new Set([...absent, ...wrong].map(({ errorCode }) => errorCode));
    const [only] = codes;
    const errorCode = codes.size === 1 && only !== undefined ? only : 'E00500';
    const errors = [...absent, ...wrong];
    const hint =
      errors.length > ERRORS_TOLD
        ? `The first ${ERRORS_TOLD} of ${errors.length} errors are told. ${SEE_SCHEMA}`
        : SEE_SCHEMA;
    return coded(errorCode, schemaMessage(errorCode, violations), hint, {
      errors: errors.slice(0, ERRORS_TOLD),
      ...(index !== undefined && { additionalData: { index } }),
    });
  },
  RuleBroken: ({ code, property, is }) =>
    coded(
      code,
      brokenRule(property, is),
      HOW_TO_KEEP[code],
      atFault(code, property, brokenRule(property, is)),
    ),
  KeyMismatch: ({ property, inUrl, inBody }) =>
    coded(
      'E10650',
      `The body names another thing than the URL: ${property} is ${String(inBody)} there and ${String(inUrl)} here.`,
      `Send ${property} as the URL has it.`,
      atFault(
        'E10650',
        property,
        `${property} is ${String(inBody)} in the body and ${String(inUrl)} in the URL.`,
      ),
    ),
  NotFound: ({ resource, key, nowIn }) => ({
    status: 404,
    errorCode: 'E06000',
    message: `There is no ${String(key)} in ${resource}.`,
    ...(nowIn === undefined
      ? { developerHint: FOLLOW_LINKS, missingFrom: resource }
      : { developerHint: `It is in ${nowIn}: GET /${nowIn}/${String(key)}.` }),
  }),
  KeyExists: ({ resource, key, property }) => {
    const message = `${String(key)} exists already in ${resource}.`;
    return coded(
      'E06010',
      message,
      HOW_TO_DIFFER[resource] ?? HOW_TO_KEEP.E06010,
      property === undefined ? {} : atFault('E06010', property, message),
    );
  },
  ReferenceMissing: ({ property, resource, key }) =>
    coded(
      'E06000',
      `${property} refers to ${String(key)} in ${resource}, which does not exist.`,
      `Create it first, or name an existing one.`,
      atFault('E06000', property, `There is no ${String(key)} in ${resource}.`),
    ),
  ThingInUse: ({ resource, key, usedBy }) =>
    coded(
      'E10150',
      `${String(key)} in ${resource} is in use${by(usedBy)} and cannot be removed.`,
      'Remove what refers to it first.',
      { usedBy },
    ),
  AccountTakesNoEntries: ({ property, accountNumber, accountType, reason }) => {
    const why = {
      barred: 'is barred',
      directEntriesBlocked: 'blocks direct entries',
      accountType: `is of type ${accountType}, which takes no entries`,
    }[reason];
    const how = {
      barred: ', or bar this one no longer (PUT it with barred false)',
      directEntriesBlocked:
        '; where it is that of a group of customers or suppliers, name one of these in its place. Any other ' +
        'takes entries once it no longer blocks them (PUT it with blockDirectEntries false)',
      accountType: '; one that takes entries is of type profitAndLoss or status',
    }[reason];
    const code = reason === 'accountType' ? 'E10160' : 'E10090';
    return coded(
      code,
      `The account ${accountNumber} ${why}.`,
      `Name another account${how}.`,
      atFault(code, property, `The account ${accountNumber} ${why}.`),
    );
  },
  DateNotBookable: ({ date, reason, year, settlementNumber, property = 'date' }) => {
    const settlement = settlementNumber === undefined ? undefined : `VAT settlement ${settlementNumber}`;
    const why = {
      noAccountingYear: 'lies in no accounting year',
      accountingYearClosed: `lies in the accounting year ${year ?? ''}, which is closed`,
      periodBarred: `lies in a period of ${year ?? ''} that is barred${settlement === undefined ? '' : ` by ${settlement}`}`,
    }[reason];
    const remedy = {
      noAccountingYear: 'create the year first',
      accountingYearClosed: 'open the year again',
      periodBarred:
        settlement === undefined
          ? 'unlock the period first'
          : `take ${settlement} back first (DELETE /statements/vat/settlements/${settlementNumber})`,
    }[reason];
    return coded(
      'E10080',
      `Nothing can be booked on ${date}: it ${why}.`,
      `Choose a date in an open accounting year, or ${remedy}.`,
      atFault('E10080', property, `${date} ${why}.`),
    );
  },
  VoucherDoesNotBalance: ({ voucherId, difference, property = 'lines' }) =>
    coded(
      'E10120',
      `${voucherId === undefined ? 'The voucher' : `Voucher ${voucherId}`} does not balance: debit minus credit is ${difference} in base currency.`,
      'Change its lines so that they sum to zero in base currency; debit is positive. What rates leave over is taken by a line that says amountInBaseCurrency in place of its exchangeRate.',
      {
        errors: [
          {
            errorCode: 'E10120',
            message: `The lines sum to ${difference}.`,
            additionalData: { propertyName: property, voucherId, difference: Number(difference) },
          },
        ],
      },
    ),
  AccountingYearBreaksChain: ({ property, is }) =>
    coded(
      'E10100',
      `The accounting year does not fit: ${property} ${is}.`,
      'Accounting years follow each other without a gap, end with a month and last at most 18 months.',
      atFault('E10100', property, `${property} ${is}.`),
    ),
  AccountingYearStays: ({ year, wanted, reason, otherYear = '', count = 0, usedBy }) => {
    const why = {
      notTheLast: `it is not the last one, ${otherYear} is`,
      closed: 'it is closed',
      hasEntries: 'something is booked in it',
      hasDrafts: `${count} ${count === 1 ? 'draft is' : 'drafts are'} dated in it${nameSome(usedBy, count)}`,
      vatSettled: 'the VAT of its periods is settled; take that back first',
      alreadyClosed: 'it is closed already',
      notClosed: 'it is not closed',
      noNextYear: 'there is no next accounting year to carry its balances into',
      nextYearClosed: `the next one, ${otherYear}, is closed`,
      earlierYearOpen: `an earlier one, ${otherYear}, is still open`,
    }[reason];
    const done = { remove: 'removed', close: 'closed', reopen: 'reopened' }[wanted];
    return coded(
      'E10110',
      `The accounting year ${year} cannot be ${done}: ${why}.`,
      reason === 'hasDrafts' ? HOW_TO_CLEAR_DRAFTS : HOW_YEARS_FOLLOW,
      { usedBy, additionalData: { reason } },
    );
  },
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
  AccountInUse: ({ accountNumber, attempt, because, usedBy }) => {
    const { is, hint } = WHY_ACCOUNT_STAYS[attempt][because ?? 'referredTo'];
    return coded('E10070', `Account ${accountNumber} ${is}${nameReferrers(usedBy)}.`, hint, {
      usedBy,
      ...(attempt === 'changeType' && atFault('E10070', 'accountType', `The account ${is}.`)),
    });
  },
  LineNamesNoSingleParty: ({ property, named }) =>
    coded(
      'E10140',
      named.length === 0
        ? `${property} names no account, customer or supplier.`
        : `${property} names ${named.join(' and ')}.`,
      'Each line carries exactly one of account, customer and supplier.',
      atFault('E10140', property, `It names ${named.length === 0 ? 'none' : named.join(' and ')}.`),
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
  VatAccountBarred: ({ property, vatCode }) =>
    coded(
      'E10170',
      `${property} names VAT account ${vatCode}, which is barred.`,
      'Name another VAT account, or unbar this one.',
      atFault('E10170', property, `VAT account ${vatCode} is barred.`),
    ),
  LineSharesOutTwice: ({ property }) =>
    coded(
      'E10130',
      'A line is credited to one department or distributed over several, not both.',
      'Send department or departmentalDistribution.',
      atFault('E10130', property, 'department is given as well.'),
    ),
  DraftHasNoLines: ({ draft, property = 'lines' }) =>
    coded(
      'E10120',
      `The draft ${draft} has no lines, so there is nothing to book.`,
      'Add lines first.',
      atFault('E10120', property, 'There are no lines.'),
    ),
  VatAccountInUse: ({ vatCode, attempt, usedBy }) =>
    coded(
      'E10040',
      `VAT account ${vatCode} is referenced${by(usedBy)} and cannot be ${attempt === 'bar' ? 'barred' : 'removed'}.`,
      'Let what refers to it (accounts, lines, products …) name another VAT account first.',
      { usedBy, ...(attempt === 'bar' && atFault('E10040', 'barred', 'The VAT account is referenced.')) },
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
  ClientAgreementsMissing: ({ agreements }) =>
    coded(
      'E06000',
      `There is no ${agreements.map(({ agreementNumber }) => agreementNumber).join(', ')} in client-agreements, so no grant was given.`,
      'See which agreements this administrator may work with: GET the client agreements.',
      {
        errors: agreements.map(({ agreementNumber, property }) => ({
          errorCode: 'E06000',
          message: `There is no ${agreementNumber} in client-agreements.`,
          additionalData: { propertyName: property, agreementNumber },
        })),
      },
    ),
  ClientAgreementsTakeNoGrant: ({ agreements }) =>
    coded(
      'E10050',
      `No grant was given: ${agreements.map(({ agreementNumber, reason }) => `${agreementNumber} is ${WHY_NO_GRANT[reason]}`).join(', ')}.`,
      'Ask again without these agreements.',
      {
        errors: agreements.map(({ agreementNumber, property, reason }) => ({
          errorCode: 'E10050',
          message: `The agreement ${agreementNumber} is ${WHY_NO_GRANT[reason]}.`,
          additionalData: { propertyName: property, agreementNumber, reason },
        })),
      },
    ),
  TooManySettings: ({ settingKey, most }) =>
    coded(
      'E10060',
      `${settingKey} would be one setting too many: there are ${most} already.`,
      'Remove one first, or keep more in one document.',
      atFault('E10060', 'settingKey', `There are ${most} settings already.`),
    ),
  ChangedSince: ({ resource, key, tag }) =>
    coded(
      'E05120',
      `${String(key)} in ${resource} is not in the state that the request names.`,
      tag === undefined
        ? 'Read it again, look at what was changed, and repeat the request with the new ETag.'
        : HOW_TO_SEND[tag],
    ),
  FilterNotUnderstood: ({ message, position, property, filterable }) =>
    coded(
      'E01010',
      'The filter could not be understood.',
      'See allowedFilteringFields, allowedFilteringOperators and escapeCharacters.',
      {
        errors: [
          {
            errorCode: 'E01010',
            message,
            additionalData: {
              ...(property !== undefined && { propertyName: property }),
              ...(position !== undefined && { position }),
            },
          },
        ],
        more: { ...(filterable !== undefined && { allowedFilteringFields: filterable }), ...FILTER_LANGUAGE },
      },
    ),
  NotSortable: ({ property, message, sortable }) =>
    coded('E01020', message, 'See allowedSortingFields.', {
      ...atFault('E01020', property, message),
      ...(sortable !== undefined && { more: { allowedSortingFields: sortable } }),
    }),
  PagingMalformed: ({ parameter, message }) =>
    coded(
      'E01030',
      message,
      'Follow the links of the pagination object instead of building them.',
      atFault('E01030', parameter, message),
    ),
  QueryMalformed: ({ parameter, message }) => ({
    status: 400,
    ...(parameter === 'filter' && { errorCode: 'E01010' }),
    ...(parameter === 'sort' && { errorCode: 'E01020' }),
    message,
    developerHint: 'Percent-encode values (% as %25, & as %26, + as %2B) and give each parameter once.',
  }),
  ParameterNotTaken: ({ parameter, message }) =>
    coded(
      'E01040',
      `The query parameter ${inQuotes(parameter)} cannot be taken as it stands: nothing was done.`,
      'Leave it out, or write it as the API description has it; see the link openapi on the home resource.',
      atFault('E01040', parameter, message),
    ),
  EventsGone: ({ after, first, last }) =>
    coded(
      'E10510',
      `The events after ${after} are not all kept: ${first > last ? `none is, the last was ${last}` : `there are ${first} to ${last}`}.`,
      'Read everything anew: GET /events/position first, then the collections, then the events after that position.',
      {
        errors: [
          {
            errorCode: 'E10510',
            message: `after is at least ${first - 1} and at most ${last}.`,
            additionalData: { propertyName: 'after', firstSequence: first, lastSequence: last },
          },
        ],
      },
    ),
  IdempotencyKeyMalformed: () =>
    coded(
      'E09000',
      'The Idempotency-Key is malformed.',
      'Send 1 to 255 printable ASCII characters, such as a UUID.',
      atFault(
        'E09000',
        'Idempotency-Key',
        'Idempotency-Key must be given once, and be 1 to 255 printable ASCII characters.',
      ),
    ),
  IdempotencyKeyUsedForAnother: () =>
    coded(
      'E09010',
      'The idempotency key was used before for another request.',
      'Use a new key for a new request; repeat a request unchanged under its own key.',
    ),
  NoRoomForAnswer: () =>
    coded(
      'E10400',
      `The answers kept under the idempotency keys of the agreement have ${STORED_ANSWERS_BYTES_MAX} bytes together.`,
      'Nothing was done. Send it without an Idempotency-Key, or later: keys end a day after their first use.',
    ),
  OneOfListRefused: ({ failure, index }) => inList(problemOf(failure), index),
  RefusedAsSent: ({ failure, names }) => inNamesSent(problemOf(failure), names),
  NotBuilt: ({ collection }) => ({
    status: 501,
    message: `The linked resource ${collection} is not implemented.`,
    developerHint: 'The home resource lists what is.',
  }),
  TooMuchAtOnce: () => ({
    status: 400,
    message: 'This is too much to be done at once.',
    developerHint:
      'Ask for fewer items with pagesize, such as 20 or fewer, or with a filter on fewer items. ' +
      'Before a change that reaches many drafts, book or discard some of them.',
  }),
  NumbersUsedUp: () => ({
    status: 400,
    message: 'All numbers that this could have are given.',
    developerHint:
      'Numbers that the service gives end at 999999999. Where a number can be chosen, send one that is free.',
  }),
  TooBusy: ({ retryAfterSeconds }) => ({
    status: 503,
    message: 'The service cannot do this right now.',
    developerHint: `Nothing was changed. Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }),
  OutOfReach: ({ retryAfterSeconds }) => ({
    status: 503,
    message: 'The service cannot read or write its books right now.',
    developerHint: `Try again after ${retryAfterSeconds} s. A write may have been done: repeat it under its Idempotency-Key, or look first.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }),
};

/** What breaks a rule as a sentence; where it is no property of the body, `is` lacks but its capital. */
function brokenRule(property: string, is: string): string {
  return property === '' ? `${is.charAt(0).toUpperCase()}${is.slice(1)}.` : `${property} ${is}.`;
}

/** What to do where a thing exists already, of those that no PUT replaces. */
const HOW_TO_DIFFER: Readonly<Record<string, string>> = {
  'accounting-years':
    'A year is called by the calendar years of its dates, and no two alike: give it a toDate in the next ' +
    'calendar year.',
};

/** What to do about each rule that was not kept. */
const HOW_TO_KEEP: Readonly<Record<RuleCode, string>> = {
  E06000:
    'Name a department, or a departmental distribution, that is there: GET /departmental-distributions.',
  E06010: 'Choose another identifier, or replace the existing one with PUT.',
  E10140: 'Let one line name the customer or supplier who pays, is paid, or has sent the invoice.',
  E10160: 'GET /accounts and choose one by its accountType; headings and sums take no entries.',
  E10170: 'Name another VAT account, or bar this one no longer (PUT it with barred false).',
  E10180: 'Bar the customer no longer (PUT it with barred false), or name another one.',
  E10190: 'Read the draft and send its date, or give the draft another date first.',
  E10200:
    'Send exchangeRate: what 100 units of the currency are worth in the base currency, which /self names.',
  E10210: 'Name each thing once.',
  E10220:
    'GET /open-posts shows what is left of each. Match debits with credits of one customer or supplier in one currency.',
  E10230: 'Read the invoice and its credit notes; leave out the lines that are credited already.',
  E10250:
    'Unmatch it first (DELETE its match); credit an invoice instead of reversing its voucher, or, where it ' +
    'stays in other books, book one of negative quantities and match both.',
  E10260:
    'GET /statements/vat/settlements; DELETE the settlement to take it back, or settle the periods that it has not.',
  E10270: 'Settle whole periods: GET /accounting-years/:year/periods shows their dates.',
  E10300: 'Change the percentages; up to ten decimals are taken.',
  E10310: 'GET /vat-zones and choose one with enabledForCustomer, or enabledForSupplier for suppliers.',
  E10320:
    'Share it out over several documents; where one price, cost or rate makes it so large, correct that.',
  E10330: 'Leave it out: it follows from the VAT account, or from the base currency.',
  E10340: 'Name payment terms of any other type for each instalment.',
  E10350: 'Give the line a product, or a description.',
  E10360: 'Give a product group a sales account for that VAT zone (PUT /product-groups/:productGroupNumber).',
  E10370: 'Send an address such as https://app.example.com/start; http is taken on localhost only.',
  E10380: 'GET /payment-types: each type lists its fields with their lengths.',
  E10390: 'GET /departmental-distributions and look at distributionType.',
  E10400: `Take back or remove what is no longer used; ${DOCS_PLACE}/reference/limits lists how many there may be.`,
  E10410: 'Give it a name that nobody takes for the other, or exactly the same one.',
  E10420:
    'Let endDate be the day of startDate or a later one, and name two accounts: of the line, and of the accrual.',
  E10430: 'GET /number-series and choose one by its entryType and allowGaps, or leave it out.',
  E10440:
    'Name the VAT account with the account that it is for, and VAT amounts with the VAT account that they follow from.',
  E10500: 'Choose one below the VAT type: GET /vat-types/:vatTypeNumber/vat-report-setups.',
  E10460: 'Let it run from the lower account number to the higher one.',
  E10470: 'Name another account, or leave it out.',
  E10480: 'Leave it out: it follows from amount and exchangeRate.',
  E10490: 'Leave it out: it follows from the dates.',
  E10550:
    'Leave voucherNumber out: the voucher takes the next one. externalDocumentId keeps what it was called.',
  E10560: 'Send it as JSON lines in UTF-8, or as a SIE file of type 4.',
  E10580: 'Bring years in one after the other, the earliest first.',
  E10570: 'Send the file again: an import that was cancelled goes on where it was.',
  E10610:
    'Goods come in by the lines of a supplier invoice with product, quantity and account, or by a stock correction with quantity and unitCost.',
  E10620: 'Give the product another group, or let its group keep stock (PUT it with inventoryEnabled true).',
  E10630:
    'Send the file again when one of them has ended, or cancel one: GET /imports?filter=status$eq:running.',
  E10600: `Give an https address of the public Internet, on port 443 or 8443; ${DOCS_PLACE}/guides/webhooks tells more.`,
  E10910:
    'Enable the webhook; or wait for nextAttempt of the delivery and look at what the receiver answered.',
};

const OTHER_TYPE =
  'Make another account of the type you want; accountType may change within profitAndLoss and status.';

/** Why an account stays, and stays of its type. */
const WHY_ACCOUNT_STAYS = {
  remove: {
    referredTo: {
      is: 'is in use and cannot be removed',
      hint: 'Bar it instead, or remove what refers to it first.',
    },
    closedYear: {
      is: 'has entries in a closed accounting year and cannot be removed',
      hint: 'Bar it instead.',
    },
    takesResult: {
      is: 'takes the result when an accounting year is closed, and cannot be removed',
      hint: 'Give it another name instead, or name an openingAccount for it.',
    },
    postedOn: {
      is: 'is posted on by the service (differences, VAT settlements), and cannot be removed',
      hint: 'Give it another name instead.',
    },
    namedForItsType: { is: 'is in use and cannot be removed', hint: 'Remove what refers to it first.' },
  },
  changeType: {
    referredTo: {
      is: 'is in use: it cannot change between taking entries and giving the chart its shape',
      hint: OTHER_TYPE,
    },
    closedYear: {
      is: 'has entries in a closed accounting year, which was closed by its type: that stays',
      hint: 'Reopen the accounting year first, or make another account of the type you want.',
    },
    takesResult: {
      is: 'takes the result when an accounting year is closed, so it stays of type status',
      hint: 'Make another account of the type you want.',
    },
    postedOn: {
      is: 'is posted on by the service (differences, VAT settlements), so it stays of its type',
      hint: 'Make another account of the type you want.',
    },
    namedForItsType: {
      is: 'is named where only an account of its type fits',
      hint: 'Let what refers to it name another account first, or make another account of the type you want.',
    },
  },
} as const;

const WHY_NO_GRANT = { blocked: 'blocked', forDeletion: 'marked for deletion' } as const;

function schemaMessage(code: ErrorCode, violations: readonly Violation[]): string {
  if (code === 'E04740') return 'Validation failed: a number has too many decimals or digits.';
  if (code === 'E04500') {
    // The number may well stand beside it.
    if (violations.every(({ property }) => property.endsWith('.self')))
      return 'Validation failed: the self of a reference is not the address of what it means.';
    return 'Validation failed: a reference carries neither the number nor the self of what it means.';
  }
  return 'Schema validation failed.';
}

/** D83: what a refused filter teaches. */
const FILTER_LANGUAGE = {
  allowedFilteringOperators: {
    equals: '$eq:',
    'not equals': '$ne:',
    'greater than': '$gt:',
    'greater than or equal': '$gte:',
    'less than': '$lt:',
    'less than or equal': '$lte:',
    'substring match': '$like:',
    'and also': '$and:',
    'or else': '$or:',
    in: '$in:',
    'not in': '$nin:',
  },
  escapeCharacters: { $: '$$', '(': '$(', ')': '$)', '*': '$*', ',': '$,', '[': '$[', ']': '$]' },
  nullValue: '$null:',
  wildcard: '*',
};

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

/** A bug or an outage: nothing of it is told. */
export const DEFECT: Problem = {
  status: 500,
  message: 'Something went wrong on our side; it was logged.',
  developerHint: 'Try again; if it happens again, tell us the logId.',
};

const WHY_NO_ATTACHMENT: Readonly<
  Record<'empty' | 'tooLarge' | 'anotherKind', (mediaType: string, mostBytes: number) => string>
> = {
  empty: () => 'is empty',
  tooLarge: (_, mostBytes) => `has more than ${mostBytes} bytes`,
  anotherKind: (mediaType) => `is not ${mediaType}, whatever its Content-Type says`,
};
