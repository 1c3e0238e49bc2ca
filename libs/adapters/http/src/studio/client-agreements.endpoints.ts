import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  itemNumber,
  line,
  required,
  schemaViolation,
  type AnyResource,
  type SchemaViolation,
} from '@kontor/kernel';
import { ClientAgreement, type ClientGrant, type StudioFailure } from '@kontor/studio';
import { writeEndpoint, type Answer, type Asked, type Endpoint } from '../endpoint/endpoint.js';
import { keptElsewhere } from '../endpoint/kept-elsewhere.js';
import { printerFor, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import { jsonQuoted } from '../representation/json-text.js';
import type { Services } from '../service/services.js';
import { numberNamed, self } from './named.js';

const CLIENT = ClientAgreement as unknown as AnyResource;

type Named = { readonly agreementNumber?: number; readonly self?: string };

const GRANT_TOKEN_MAX = 200;

const grantsRow = writeEndpoint({
  method: 'POST',
  path: '/studio/client-grants',
  stability: 'stable',
  access: 'administrator',
  parameters: {},
  summary:
    'Get temporary grants of one or many client agreements, all or none. The answer shows each token once.',
  action: {
    name: 'createClientGrants',
    says: 'Get temporary grants of client agreements.',
    shownBy: [{ resource: CLIENT, as: 'collection' }],
  },
  gives: {
    listOf: {
      object: { clientAgreement: { item: CLIENT }, grantToken: required(line({ max: GRANT_TOKEN_MAX })) },
    },
  },
  // What else a client agreement says is not looked at (D183).
  body: { fields: { agreementNumber: itemNumber(), self }, orListOf: true },
  refuses: ['E04500', 'E06000', 'E10050'],
  showsSecret: true,
  perform: (services, asked) => granted(services, asked),
});

/** §2.4b, §4.2: the agreements whose books an administrator may work with, and the temporary grants to do so. */
export const clientAgreementsEndpoints: readonly Endpoint[] = [
  ...keptElsewhere(
    CLIENT,
    ({ studio }, { caller: { agreementNumber: administrator } }) => ({
      page: (query) => studio.clientAgreements(administrator, query),
      find: async (agreementNumber) => {
        const found = await studio.clientAgreement(administrator, Number(agreementNumber));
        return found && { value: found, version: 1 };
      },
    }),
    resourceEndpoints(ClientAgreement, {
      path: '/studio/client-agreements',
      read: 'administrator',
      collectionActions: (asked) => [actionTo(grantsRow, asked)],
    }),
  ),
  grantsRow,
];

function granted({ studio }: Services, asked: Asked): TaskEither<Failure, Answer> {
  const { caller: administrator, now } = asked;
  return pipe(
    TE.fromEither<StudioFailure, readonly number[]>(numbersGiven(asked)),
    TE.flatMap((agreementNumbers) => studio.issueClientGrants({ administrator, agreementNumbers, now })),
    TE.map((grants) => grantedAnswer(grants, asked)),
  );
}

/** A list, also of one; each grant with the agreement that it is of. They have no addresses, the agreements do. */
function grantedAnswer(grants: readonly ClientGrant[], asked: Asked): Answer {
  const { links, style } = asked;
  const printer = printerFor(CLIENT, asked);
  const texts = grants.map(
    ({ clientAgreement, grantToken }) =>
      `{"clientAgreement":${printer.item(clientAgreement, [], style)},"grantToken":${jsonQuoted(grantToken)}}`,
  );
  return { status: 201, body: `[${texts.join(',')}]`, location: links.collection(CLIENT, [], style) };
}

function numbersGiven(asked: Asked): Either<SchemaViolation, readonly number[]> {
  const isList = Array.isArray(asked.body);
  const given = (isList ? asked.body : [asked.body]) as readonly Named[];
  if (given.length === 0) return left(schemaViolation('', 'must name at least one client agreement'));
  const numbers: number[] = [];
  for (const [index, { agreementNumber, self: address }] of given.entries()) {
    const item = isList ? `[${index}]` : '';
    const number = numberNamed(CLIENT, { number: agreementNumber, self: address }, asked);
    if (number === undefined)
      return left(schemaViolation(item, 'must carry agreementNumber or self', 'E04500'));
    if (number === 'elsewhere') {
      const property = isList ? `${item}.self` : 'self';
      return left(
        schemaViolation(property, `must be the address of an item of ${CLIENT.collection}`, 'E04500'),
      );
    }
    numbers.push(number);
  }
  return right(numbers);
}
