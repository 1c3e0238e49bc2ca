import { coded, type FailureTable, type Problem } from './problem.js';
import type { ErrorCode } from './error-codes.js';

const HOW_TO_SIGN_IN =
  'Send X-AppSecretToken and X-AgreementGrantToken, or the word demo in both, or append ?demo=true to look around; the home resource tells more.';
/**
 * What a 401 asks for (RFC 9110, 11.6.1). No client has a scheme of this name: a browser that knew it would
 * ask a person for a name and a password.
 */
export const CHALLENGE = 'AppToken realm="Kontor", headers="X-AppSecretToken X-AgreementGrantToken"';

/** Why an agreement takes no writes and gets no grant. */
const WHY_NO_GRANT = { blocked: 'blocked', forDeletion: 'marked for deletion' } as const;

/** Who asks, whether they may, and how often. */
export const ACCESS_ROWS = {
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
} satisfies Partial<FailureTable>;

/** It is not known who calls: what to send, as a header for programs and as a hint for people. */
function unauthorized(errorCode: ErrorCode, why: string, hint = ''): Problem {
  const headers = { 'WWW-Authenticate': CHALLENGE };
  return coded(errorCode, `Login failed: ${why}`, hint + HOW_TO_SIGN_IN, { demoLink: true, headers });
}
