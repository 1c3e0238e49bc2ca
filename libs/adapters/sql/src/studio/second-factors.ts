import { LessThan } from 'typeorm/find-options/operator/LessThan.js';
import type { SecondFactorRepository } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { affectedBy, type Session } from '../statement.js';
import { classify } from '../transaction/errors.js';
import { globally, globallyIn, type Writing } from './global-transaction.js';
import { RecoveryCodeEntity, SecondFactorEntity } from './studio.entities.js';

/** Sealed keys of authenticator apps, and hashes of recovery codes (`SecondFactorRepository`). */
export function sqlSecondFactors(writing: Writing, reader: Session): SecondFactorRepository {
  const { entities } = writing;
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
        try {
          await factors.insert({ userName, ...factor });
        } catch (error) {
          if (classify(writing.dialect, error) === 'duplicate') return false;
          throw error;
        }
        await codes.insert(codeHashes.map((codeHash) => ({ userName, codeHash })));
        return true;
      }),
    turnOff: (userName) =>
      globally(writing, async (session) => {
        const factors = await entities.in(SecondFactorEntity, session);
        const codes = await entities.in(RecoveryCodeEntity, session);
        await session.run(
          statementOfQuery(factors.createQueryBuilder().delete().where({ userName })),
          statementOfQuery(codes.createQueryBuilder().delete().where({ userName })),
        );
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
