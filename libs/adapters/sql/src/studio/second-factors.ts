import { LessThan } from 'typeorm/find-options/operator/LessThan.js';
import { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
import { MoreThan } from 'typeorm/find-options/operator/MoreThan.js';
import type { SecondFactorRepository } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { affectedBy, type Session } from '../statement.js';
import { isInserted, type GlobalWriter } from '../transaction/global-writer.js';
import { RecoveryCodeEntity, SecondFactorEntity } from './studio.entities.js';

/** Tries are counted from the next one on. */
const ANEW = { triesUntil: 0 };

/** Encrypted secrets of authenticator apps, and hashes of recovery codes (`SecondFactorRepository`). */
export function sqlSecondFactors(writer: GlobalWriter, reader: Session): SecondFactorRepository {
  const { entities } = writer;
  return {
    find: async (userName) => {
      const row = await (await entities.in(SecondFactorEntity, reader)).findOneBy({ userName });
      if (row === null) return undefined;
      const codesLeft = await (await entities.in(RecoveryCodeEntity, reader)).countBy({ userName });
      return { encrypted: row.encrypted, lastStep: row.lastStep, codesLeft };
    },
    turnOn: (userName, factor, codeHashes) =>
      writer.write(async (session) => {
        const factors = await entities.in(SecondFactorEntity, session);
        const codes = await entities.in(RecoveryCodeEntity, session);
        if (!(await isInserted(writer, () => factors.insert({ userName, ...factor })))) return false;
        await codes.insert(codeHashes.map((codeHash) => ({ userName, codeHash })));
        return true;
      }),
    turnOff: (userName) =>
      writer.write(async (session) => {
        const factors = await entities.in(SecondFactorEntity, session);
        const codes = await entities.in(RecoveryCodeEntity, session);
        await session.run(
          statementOfQuery(factors.createQueryBuilder().delete().where({ userName })),
          statementOfQuery(codes.createQueryBuilder().delete().where({ userName })),
        );
      }),
    tryCode: (userName, { attempts, withinMs }, now) =>
      writer.writeTo(SecondFactorEntity, async (factors, session) => {
        const update = (tries: number | (() => string), triesUntil?: number) =>
          factors.createQueryBuilder().update({ tries, ...(triesUntil !== undefined && { triesUntil }) });
        const spanEnd = now + withinMs;
        // One that ends later than it could from now on was begun by a clock that was ahead, and would last.
        const first = update(1, spanEnd)
          .where({ userName, triesUntil: LessThanOrEqual(now) })
          .orWhere({ userName, triesUntil: MoreThan(spanEnd) });
        if (await isOneChanged(session, first)) return undefined;
        const next = update(() => 'tries + 1').where({ userName, tries: LessThan(attempts) });
        if (await isOneChanged(session, next)) return undefined;
        const row = await factors.findOneBy({ userName });
        return row === null ? undefined : Math.max(1, Math.ceil((row.triesUntil - now) / 1000));
      }),
    takeStep: (userName, lastStep) =>
      writer.writeTo(SecondFactorEntity, (factors, session) => {
        const earlier = { userName, lastStep: LessThan(lastStep) };
        return isOneChanged(
          session,
          factors
            .createQueryBuilder()
            .update({ lastStep, ...ANEW })
            .where(earlier),
        );
      }),
    takeCode: (userName, codeHash) =>
      writer.write(async (session) => {
        const factors = await entities.in(SecondFactorEntity, session);
        const codes = await entities.in(RecoveryCodeEntity, session);
        const taking = codes.createQueryBuilder().delete().where({ userName, codeHash });
        if (!(await isOneChanged(session, taking))) return false;
        await session.run(statementOfQuery(factors.createQueryBuilder().update(ANEW).where({ userName })));
        return true;
      }),
  };
}

async function isOneChanged(
  session: Session,
  query: Parameters<typeof statementOfQuery>[0],
): Promise<boolean> {
  return (await affectedBy(session, statementOfQuery(query))) === 1;
}
