import { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
import type { MailedTokenRepository } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { affectedBy, type Session } from '../statement.js';
import type { GlobalWriter } from '../transaction/global-writer.js';
import { MailedTokenEntity } from './studio.entities.js';

/** Tokens that were sent by mail, each taken once and until it expires (`MailedTokenRepository`). */
export function sqlMailedTokens(writer: GlobalWriter, reader: Session): MailedTokenRepository {
  return {
    issue: (token, tokenHash, now) =>
      writer.writeTo(MailedTokenEntity, async (tokens, session) => {
        const { userName, purpose } = token;
        const deleting = (where: object) =>
          statementOfQuery(tokens.createQueryBuilder().delete().where(where));
        await session.run(
          deleting({ expires: LessThanOrEqual(now) }),
          deleting({ userName, purpose }),
          statementOfQuery(
            tokens
              .createQueryBuilder()
              .insert()
              .values({ ...token, tokenHash }),
          ),
        );
      }),
    find: async (tokenHash) => {
      const tokens = await writer.entities.in(MailedTokenEntity, reader);
      const row = await tokens.findOneBy({ tokenHash });
      if (row === null) return undefined;
      const { tokenHash: _, ...found } = row;
      return found;
    },
    use: (tokenHash) =>
      writer.writeTo(MailedTokenEntity, async (tokens, session) => {
        const taken = statementOfQuery(tokens.createQueryBuilder().delete().where({ tokenHash }));
        return (await affectedBy(session, taken)) === 1;
      }),
    forget: (userName, purpose) =>
      writer.writeTo(MailedTokenEntity, async (tokens, session) => {
        await session.run(
          statementOfQuery(tokens.createQueryBuilder().delete().where({ userName, purpose })),
        );
      }),
  };
}
