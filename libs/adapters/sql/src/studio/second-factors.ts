import { LessThan } from 'typeorm/find-options/operator/LessThan.js';
import type { SecondFactorRepository } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { affectedBy, type Session } from '../statement.js';
import { globally, globallyIn, type Writing } from './global-transaction.js';
import { RecoveryCodeEntity, SecondFactorEntity } from './studio.entities.js';

/** Sealed keys of authenticator apps, and hashes of recovery codes (`SecondFactorRepository`). */
export function sqlSecondFactors(writing: Writing, reader: Session): SecondFactorRepository {
  const { entities } = writing;
  const forgetting = async (session: Session, userName: string) => {
    const factors = await entities.in(SecondFactorEntity, session);
    const codes = await entities.in(RecoveryCodeEntity, session);
    return [
      statementOfQuery(factors.createQueryBuilder().delete().where({ userName })),
      statementOfQuery(codes.createQueryBuilder().delete().where({ userName })),
    ];
  };
  return {
    find: async (userName) => {
      const row = await (await entities.in(SecondFactorEntity, reader)).findOneBy({ userName });
      if (row === null) return undefined;
      const codesLeft = await (await entities.in(RecoveryCodeEntity, reader)).countBy({ userName });
      return { sealed: row.sealed, lastStep: row.lastStep, codesLeft };
    },
    turnOn: (userName, factor, codeHashes) =>
      globally(writing, async (session) => {
        const factors = await entities.in(SecondFactorEntity, session);
        const codes = await entities.in(RecoveryCodeEntity, session);
        const hashes = codeHashes.map((codeHash) => ({ userName, codeHash }));
        await session.run(
          ...(await forgetting(session, userName)),
          statementOfQuery(
            factors
              .createQueryBuilder()
              .insert()
              .values({ userName, ...factor }),
          ),
          statementOfQuery(codes.createQueryBuilder().insert().values(hashes)),
        );
      }),
    turnOff: (userName) =>
      globally(writing, async (session) => {
        await session.run(...(await forgetting(session, userName)));
      }),
    takeStep: (userName, lastStep) =>
      globallyIn(writing, SecondFactorEntity, async (factors, session) => {
        const earlier = { userName, lastStep: LessThan(lastStep) };
        const taking = statementOfQuery(factors.createQueryBuilder().update({ lastStep }).where(earlier));
        return (await affectedBy(session, taking)) === 1;
      }),
    takeCode: (userName, codeHash) =>
      globallyIn(writing, RecoveryCodeEntity, async (codes, session) => {
        const taking = statementOfQuery(codes.createQueryBuilder().delete().where({ userName, codeHash }));
        return (await affectedBy(session, taking)) === 1;
      }),
  };
}
