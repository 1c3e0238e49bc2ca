import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { timestampOf } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import type { Caller } from '../caller/caller.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioFailure } from '../studio.failures.js';
import type { StudioRepositories } from '../studio.repositories.js';
import { clientAgreement, type ClientAgreement } from './client-agreement.resource.js';
import { everyOneIsAClient, everyOneTakesAGrant } from './client-grant.rules.js';

export type IssueClientGrants = {
  /** Who asks, under an administrator's grant. */
  readonly administrator: Pick<Caller, 'agreementNumber' | 'appNumber' | 'userName'>;
  /** The agreements asked for, in the order of the request. */
  readonly agreementNumbers: readonly number[];
  readonly now: Date;
};

/** §2.4b. A temporary grant of a client agreement. The token is given back once and kept as a hash. */
export type ClientGrant = { readonly clientAgreement: ClientAgreement; readonly grantToken: string };

type Studio = Pick<StudioRepositories, 'agreements' | 'grants'>;
type Issuing = { readonly secrets: Secrets; readonly lifetimeMs: number };

/**
 * §5.6: an administrator gets temporary access to the books of its clients, all or nothing. Such a grant is one of the client
 * agreement, of a SuperUser, and held by the app that asks (amendment 182).
 */
export const issueClientGrants =
  (studio: Studio, issuing: Issuing) =>
  ({
    administrator,
    agreementNumbers,
    now,
  }: IssueClientGrants): TaskEither<StudioFailure, readonly ClientGrant[]> =>
    pipe(
      TE.fromTask(() => studio.agreements.list({ administratorNumber: administrator.agreementNumber })),
      TE.flatMapEither((clients) => everyOneIsAClient(agreementNumbers, clients)),
      TE.flatMapEither(everyOneTakesAGrant),
      TE.flatMap((agreements) =>
        TE.fromTask(() => issued(studio, issuing, { administrator, agreements, now })),
      ),
    );

async function issued(
  { grants }: Studio,
  { secrets, lifetimeMs }: Issuing,
  {
    administrator: { appNumber, userName },
    agreements,
    now,
  }: Pick<IssueClientGrants, 'administrator' | 'now'> & { readonly agreements: readonly Agreement[] },
): Promise<readonly ClientGrant[]> {
  const life = { issued: timestampOf(now), expires: timestampOf(new Date(now.getTime() + lifetimeMs)) };
  const made = agreements.map((agreement) => ({ agreement, grantToken: secrets.token() }));
  await grants.issueAll(
    made.map(({ agreement: { agreementNumber }, grantToken }) => ({
      grant: { agreementNumber, appNumber, userName, roles: ['SuperUser'], ...life },
      tokenHash: secrets.tokenHash(grantToken),
    })),
  );
  return made.map(({ agreement, grantToken }) => ({
    clientAgreement: clientAgreement(agreement),
    grantToken,
  }));
}
