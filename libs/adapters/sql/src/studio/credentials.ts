import type { EntityManager } from 'typeorm';
import type { Timestamp } from '@kontor/kernel';
import type { Agreement, CredentialRepository, Grant } from '@kontor/studio';
import { composed, type Composed } from '../entity/composed.js';
import { valueUnder } from '../entity/entity.js';
import { rowsOf, type Session } from '../statement.js';
import { globallyIn, type Writing } from './global-transaction.js';
import { AgreementEntity, AppEntity, GrantEntity } from './studio.entities.js';

/**
 * Always one row, and one round trip: what either token leads to, or nothing. A request that nobody knows yet
 * waits for it, and there are many of them: its text is written once.
 */
function findIn(manager: EntityManager): Composed<'secretHash' | 'tokenHash'> {
  const query = manager
    .createQueryBuilder()
    .select(['app', 'former', 'former.formerSecretExpires', 'grant', 'agreement'])
    .from('(SELECT 1 AS one)', 'one')
    .leftJoin(AppEntity.name, 'app', 'app.secretHash = :secretHash')
    .leftJoin(AppEntity.name, 'former', 'former.formerSecretHash = :secretHash')
    .leftJoin(GrantEntity.name, 'grant', 'grant.tokenHash = :tokenHash')
    .leftJoin(AgreementEntity.name, 'agreement', 'agreement.agreementNumber = grant.agreementNumber');
  return composed(query, ['secretHash', 'tokenHash']);
}

/** Who calls, by the hashes of two tokens in one statement (`CredentialRepository`). */
export function sqlCredentials(writing: Writing, reader: Session): CredentialRepository {
  let find: ReturnType<typeof findIn> | undefined;
  return {
    noteUse: ({ agreementNumber, grantNumber }, lastUsed) =>
      globallyIn(writing, GrantEntity, async (grants) => {
        await grants.update({ agreementNumber, grantNumber }, { lastUsed });
      }),
    find: async (secretHash, tokenHash) => {
      find ??= findIn(await writing.entities.unsent());
      const [row] = await rowsOf(reader, find({ secretHash, tokenHash }));
      const app = valueUnder(AppEntity, row, 'app');
      const former = app === undefined ? valueUnder(AppEntity, row, 'former') : undefined;
      const secretExpires = row?.['former_former_secret_expires'] as Timestamp | undefined;
      const grant = valueUnder<Grant>(GrantEntity, row, 'grant');
      const agreement = valueUnder<Agreement>(AgreementEntity, row, 'agreement');
      return {
        ...(app !== undefined && { app: { appNumber: app.appNumber } }),
        ...(former !== undefined && secretExpires && { app: { appNumber: former.appNumber, secretExpires } }),
        ...(grant !== undefined && { grant }),
        ...(agreement !== undefined && { agreement }),
      };
    },
  };
}
