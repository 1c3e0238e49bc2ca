import { IsNull } from 'typeorm/find-options/operator/IsNull.js';
import { MoreThan } from 'typeorm/find-options/operator/MoreThan.js';
import { Not } from 'typeorm/find-options/operator/Not.js';
import type { Grant, GrantRepository } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueOf, valueUnder } from '../entity/entity.js';
import type { Session } from '../statement.js';
import { nextGlobalNumber } from './global-number.js';
import { globallyIn, type Writing } from './global-transaction.js';
import { GrantEntity } from './studio.entities.js';

/** What apps may do in agreements; tokens only as their hashes (`GrantRepository`). */
export function sqlGrants(writing: Writing, reader: Session): GrantRepository {
  const { entities, dialect } = writing;
  const issueAll: GrantRepository['issueAll'] = (given) =>
    globallyIn(writing, GrantEntity, async (rows, session) => {
      if (given.length === 0) return [];
      const last = await nextGlobalNumber(session, dialect, 'grant', given.length);
      const grants = given.map(({ grant }, index) => ({
        ...grant,
        grantNumber: last - given.length + 1 + index,
      }));
      await rows.insert(
        grants.map((grant, index) => ({ ...grant, tokenHash: given[index]?.tokenHash ?? '' })),
      );
      return grants;
    });

  return {
    issue: async (grant, tokenHash) => (await issueAll([{ grant, tokenHash }]))[0] as Grant,
    issueAll,
    listOf: async (agreementNumber) => {
      const grants = await entities.in(GrantEntity, reader);
      const rows = await grants.find({ where: { agreementNumber }, order: { grantNumber: 'ASC' } });
      return rows.map((row) => valueOf<Grant>(row));
    },
    listAskedBy: async (administratorNumber) => {
      const grants = await entities.in(GrantEntity, reader);
      const rows = await grants.find({ where: { administratorNumber }, order: { grantNumber: 'ASC' } });
      return rows.map((row) => valueOf<Grant>(row));
    },
    countCurrent: async (of, at) => {
      const grants = await entities.in(GrantEntity, reader);
      const who = 'agreementNumber' in of ? { ...of, administratorNumber: IsNull() } : of;
      return grants.countBy({ ...who, revoked: IsNull(), expires: MoreThan(at) });
    },
    revokeTemporary: (agreementNumber, revoked) =>
      globallyIn(writing, GrantEntity, async (grants) => {
        const temporary = { agreementNumber, administratorNumber: Not(IsNull()), revoked: IsNull() };
        await grants.update(temporary, { revoked });
      }),
    revoke: (agreementNumber, grantNumber, revoked) =>
      globallyIn(writing, GrantEntity, async (grants, session) => {
        const identity = { agreementNumber, grantNumber };
        // A grant that was revoked before keeps the instant at which that was done.
        const [, found] = await session.run(
          statementOfQuery(
            grants
              .createQueryBuilder()
              .update({ revoked })
              .where({ ...identity, revoked: IsNull() }),
          ),
          statementOfQuery(grants.createQueryBuilder('grant').where(identity)),
        );
        return valueUnder<Grant>(GrantEntity, found?.rows[0], 'grant');
      }),
  };
}
