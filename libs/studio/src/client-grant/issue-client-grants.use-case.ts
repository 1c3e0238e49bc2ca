import { map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, timestampOf, type AuditRecord, type Timestamp } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import type { Caller } from '../caller/caller.js';
import { mayAskForMore } from '../grant/grant-quota.rules.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { ClientNamed, StudioFailure } from '../studio.failures.js';
import type { StudioWithin } from '../studio.repositories.js';
import { clientAgreement, type ClientAgreement } from './client-agreement.resource.js';
import { clientGrant, type ClientGrant } from './client-grant.resource.js';
import { everyOneIsAClient, everyOneTakesAGrant, mayStillAsk } from './client-grant.rules.js';

/** Which administrator gives itself access to which of its clients, by which app. */
export type IssueClientGrants = {
  /** Who asks, under an administrator's grant. */
  readonly administrator: Pick<
    Caller,
    'agreementNumber' | 'appNumber' | 'grantNumber' | 'roles' | 'userName'
  >;
  /** What the request is called in the record of each client. */
  readonly request: Pick<AuditRecord, 'method' | 'path' | 'requestId'>;
  /** The agreements asked for, in the order of the request. */
  readonly asked: readonly ClientNamed[];
  readonly now: Date;
};

/** §2.4b. A temporary grant of a client agreement. The token is given back once and kept as a hash. */
export type IssuedClientGrant = Omit<ClientGrant, 'clientAgreement'> & {
  readonly clientAgreement: ClientAgreement;
  readonly grantToken: string;
};

type Studio = Pick<StudioWithin, 'agreements' | 'grants' | 'clientAudit'>;
type Issuing = { readonly secrets: Secrets; readonly lifetimeMs: number };

/**
 * §5.6: an administrator gets temporary access to the books of its clients, all or nothing. Such a grant is
 * one of the client agreement, of a SuperUser, and held by the app that asks (amendment 182).
 */
export const issueClientGrants =
  (studio: Studio, issuing: Issuing) =>
  (command: IssueClientGrants): TaskEither<StudioFailure, readonly IssuedClientGrant[]> =>
    pipe(
      clientsOf(studio, command),
      TE.flatMapEither((clients) => everyOneIsAClient(command.asked, clients)),
      TE.flatMap((clients) => held(studio, command, clients)),
      TE.tap(({ agreements }) => TE.fromEither(everyOneTakesAGrant(command.asked, agreements))),
      TE.tap(({ agreements }) => areNotTooMany(studio, command, agreements.length)),
      TE.flatMapTask((clients) => () => issued(studio, issuing, command, clients)),
    );

/** Clients as they are until the unit of work ends, and until when the administrator may ask for them. */
type Held = { readonly agreements: readonly Agreement[]; readonly until: Timestamp };

const clientsOf =
  (
    { agreements }: Pick<Studio, 'agreements'>,
    { administrator: { agreementNumber: administratorNumber } }: IssueClientGrants,
  ): TaskEither<never, readonly Agreement[]> =>
  async () =>
    right(await agreements.list({ administratorNumber }));

/**
 * The same clients, as they are until the grants are kept: who blocks one of them or the administrator, or
 * revokes the grant by which it asks, comes before this or finds what was given. What is known of the caller
 * may be some seconds old, and what is given lasts longer.
 */
const held =
  (
    { agreements, grants }: Pick<Studio, 'agreements' | 'grants'>,
    { administrator: { agreementNumber: administratorNumber, grantNumber }, now }: IssueClientGrants,
    clients: readonly Agreement[],
  ): TaskEither<StudioFailure, Held> =>
  async () => {
    const numbers = clients.map(({ agreementNumber }) => agreementNumber);
    const all = await agreements.hold([administratorNumber, ...numbers]);
    const byNumber = new Map(all.map((one) => [one.agreementNumber, one]));
    const grant = await grants.hold(administratorNumber, grantNumber);
    return pipe(
      mayStillAsk(byNumber.get(administratorNumber), grant, timestampOf(now)),
      map(() => ({
        agreements: numbers.map((number) => defined(byNumber.get(number))),
        until: defined(grant).expires,
      })),
    );
  };

const areNotTooMany =
  (
    { grants }: Pick<Studio, 'grants'>,
    { administrator: { agreementNumber: administratorNumber }, now }: IssueClientGrants,
    asked: number,
  ): TaskEither<StudioFailure, void> =>
  async () =>
    mayAskForMore(await grants.countCurrent({ administratorNumber }, timestampOf(now)), asked);

async function issued(
  { grants, clientAudit }: Studio,
  { secrets, lifetimeMs }: Issuing,
  { administrator, request, now }: IssueClientGrants,
  { agreements, until }: Held,
): Promise<readonly IssuedClientGrant[]> {
  const { appNumber, userName, roles, agreementNumber: administratorNumber } = administrator;
  const end = timestampOf(new Date(now.getTime() + lifetimeMs));
  // With the grant by which it is asked for at the latest: behind that the app has no word of its giver.
  const life = { issued: timestampOf(now), expires: until < end ? until : end };
  const made = agreements.map((agreement) => ({ agreement, grantToken: secrets.token() }));
  const stored = await grants.issueAll(
    made.map(({ agreement: { agreementNumber }, grantToken }) => ({
      grant: { agreementNumber, appNumber, userName, roles, administratorNumber, ...life },
      tokenHash: secrets.tokenHash(grantToken),
    })),
  );
  for (const { agreementNumber, grantNumber } of stored) {
    await clientAudit.note(agreementNumber, {
      appNumber,
      grantNumber,
      userName,
      status: CREATED,
      ...request,
    });
  }
  return made.map(({ agreement, grantToken }, index) => ({
    ...clientGrant(defined(stored[index])),
    clientAgreement: clientAgreement(agreement),
    grantToken,
  }));
}

const CREATED = 201;
