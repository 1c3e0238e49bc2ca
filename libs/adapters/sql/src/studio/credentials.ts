import type { EntityManager } from 'typeorm';
import type { CredentialRepository, KnownCredentials } from '@kontor/studio';
import { composed, type Composed } from '../entity/composed.js';
import { valueUnder } from '../entity/entity.js';
import { numberOrNullAt, timestampOrNullAt } from '../row.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import type { GlobalWriter } from '../transaction/global-writer.js';
import { AgreementEntity, AppEntity, GrantEntity } from './studio.entities.js';

type Known<K extends 'grant' | 'agreement'> = NonNullable<KnownCredentials[K]>;

/** No more than tells who calls: each of all 34 columns takes the server and us some 4 µs (measured). */
const OF_GRANT = [
  'administratorNumber',
  'agreementNumber',
  'appNumber',
  'expires',
  'grantNumber',
  'lastUsed',
  'revoked',
  'roles',
  'userName',
] as const satisfies readonly (keyof Known<'grant'>)[];
const OF_AGREEMENT = [
  'agreementNumber',
  'blocked',
  'forDeletion',
  'isAdministrator',
  'modules',
] as const satisfies readonly (keyof Known<'agreement'>)[];

/**
 * Always one row, and one round trip: what either token leads to, or nothing. A request that nobody knows yet
 * waits for it, and there are many of them: its text is written once.
 */
function findIn(manager: EntityManager): Composed<'secretHash' | 'tokenHash'> {
  const query = manager
    .createQueryBuilder()
    .select([
      ...['app.appNumber', 'former.appNumber', 'former.formerSecretExpires'],
      ...OF_GRANT.map((member) => `grant.${member}`),
      ...OF_AGREEMENT.map((member) => `agreement.${member}`),
    ])
    .from('(SELECT 1 AS one)', 'one')
    .leftJoin(AppEntity.name, 'app', 'app.secretHash = :secretHash')
    .leftJoin(AppEntity.name, 'former', 'former.formerSecretHash = :secretHash')
    .leftJoin(GrantEntity.name, 'grant', 'grant.tokenHash = :tokenHash')
    .leftJoin(AgreementEntity.name, 'agreement', 'agreement.agreementNumber = grant.agreementNumber');
  return composed(query, ['secretHash', 'tokenHash']);
}

/** Who calls, by the hashes of two tokens in one statement (`CredentialRepository`). */
export function sqlCredentials(writer: GlobalWriter, reader: Session): CredentialRepository {
  let find: ReturnType<typeof findIn> | undefined;
  return {
    noteUse: ({ agreementNumber, grantNumber }, lastUsed) =>
      writer.writeTo(GrantEntity, async (grants) => {
        await grants.update({ agreementNumber, grantNumber }, { lastUsed });
      }),
    find: async (secretHash, tokenHash) => {
      find ??= findIn(await writer.entities.unsent());
      const [row] = await rowsOf(reader, find({ secretHash, tokenHash }));
      const app = appIn(row);
      const grant = valueUnder<Known<'grant'>>(GrantEntity, row, 'grant', OF_GRANT);
      const agreement = valueUnder<Known<'agreement'>>(AgreementEntity, row, 'agreement', OF_AGREEMENT);
      return {
        ...(app !== undefined && { app }),
        ...(grant !== undefined && { grant }),
        ...(agreement !== undefined && { agreement }),
      };
    },
  };
}

/** The app of a secret, be it one that another has taken the place of, which ends. */
function appIn(row: Row | undefined): KnownCredentials['app'] {
  if (row === undefined) return undefined;
  const present = numberOrNullAt(row, 'app_app_number');
  if (present !== null) return { appNumber: present };
  const former = numberOrNullAt(row, 'former_app_number');
  const secretExpires = timestampOrNullAt(row, 'former_former_secret_expires');
  return former !== null && secretExpires ? { appNumber: former, secretExpires } : undefined;
}
