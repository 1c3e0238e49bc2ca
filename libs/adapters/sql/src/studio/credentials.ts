import type { EntityManager } from 'typeorm';
import type { Timestamp } from '@kontor/kernel';
import type { Agreement, CredentialRepository, Grant } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueUnder } from '../entity/entity.js';
import { rowsOf, type Session } from '../statement.js';
import { globallyIn, type Writing } from './global-transaction.js';
import { AgreementEntity, AppEntity, GrantEntity } from './studio.entities.js';

/** Always one row, and one round trip: what either token leads to, or nothing. */
function findIn(manager: EntityManager): string {
  const query = manager
    .createQueryBuilder()
    .select(['app', 'former', 'former.formerSecretExpires', 'grant', 'agreement'])
    .from('(SELECT 1 AS one)', 'one')
    .leftJoin(AppEntity.name, 'app', 'app.secretHash = :secretHash', { secretHash: '' })
    .leftJoin(AppEntity.name, 'former', 'former.formerSecretHash = :former', { former: '' })
    .leftJoin(GrantEntity.name, 'grant', 'grant.tokenHash = :tokenHash', { tokenHash: '' })
    .leftJoin(AgreementEntity.name, 'agreement', 'agreement.agreementNumber = grant.agreementNumber');
  return statementOfQuery(query).sql;
}

/** Who calls, by the hashes of two tokens in one statement (`CredentialRepository`). */
export function sqlCredentials(writing: Writing, reader: Session): CredentialRepository {
  /**
   * Written by the query builder once: a request that nobody knows yet waits
   * for it, and there are many of them.
   */
  let find: Promise<string> | undefined;
  return {
    noteUse: ({ agreementNumber, grantNumber }, lastUsed) =>
      globallyIn(writing, GrantEntity, async (grants) => {
        await grants.update({ agreementNumber, grantNumber }, { lastUsed });
      }),
    find: async (secretHash, tokenHash) => {
      find ??= writing.entities.over(reader).then(findIn);
      const [row] = await rowsOf(reader, { sql: await find, values: [secretHash, secretHash, tokenHash] });
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
