import { defined, type Timestamp } from '@kontor/kernel';
import type { FindOptionsWhere } from 'typeorm';
import { In } from 'typeorm/find-options/operator/In.js';
import { IsNull } from 'typeorm/find-options/operator/IsNull.js';
import { LessThan } from 'typeorm/find-options/operator/LessThan.js';
import { Not } from 'typeorm/find-options/operator/Not.js';
import { QUOTAS, type Grant, type GrantRepository } from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueOf, valueUnder } from '../entity/entity.js';
import { inPieces, rowsOf, type Session } from '../statement.js';
import { hasEnded, isCurrent } from './current-grants.js';
import { nextGlobalNumber } from './global-number.js';
import type { GlobalWriter } from '../transaction/global-writer.js';
import { GrantEntity } from './studio.entities.js';

/** So many rows are named in one statement: from 1,000 on MariaDB makes a table of them. */
const AT_ONCE = 500;

/** What apps may do in agreements; tokens only as their hashes (`GrantRepository`). */
export function sqlGrants(writer: GlobalWriter, reader: Session): GrantRepository {
  const { entities, dialect } = writer;
  const issueAll: GrantRepository['issueAll'] = (given) =>
    writer.writeTo(GrantEntity, async (rows, session) => {
      if (given.length === 0) return [];
      const last = await nextGlobalNumber(session, dialect, 'grant', given.length);
      const grants = given.map(({ grant }, index) => ({
        ...grant,
        grantNumber: last - given.length + 1 + index,
      }));
      for (const { max, of, at } of quotasOf(grants)) {
        await writer.expectStill(async () => (await rows.countBy(currentOf(of, at))) + grants.length <= max);
      }
      await rows.insert(
        grants.map((grant, index) => ({ ...grant, tokenHash: given[index]?.tokenHash ?? '' })),
      );
      return grants;
    });

  return {
    issue: async (grant, tokenHash) => defined((await issueAll([{ grant, tokenHash }]))[0]),
    issueAll,
    ...listsIn(writer, reader),
    hold: async (agreementNumber, grantNumber) => {
      const grants = await entities.in(GrantEntity, reader);
      const held = writer.toChange(
        grants.createQueryBuilder('grant').where({ agreementNumber, grantNumber }),
      );
      const [row] = await rowsOf(reader, statementOfQuery(held));
      return valueUnder<Grant>(GrantEntity, row, 'grant');
    },
    listAskedBy: async (administratorNumber, at) => {
      const grants = await entities.in(GrantEntity, reader);
      const where = { administratorNumber, ...isCurrent(at) };
      const rows = await grants.find({ where, order: { grantNumber: 'ASC' } });
      return rows.map((row) => valueOf<Grant>(row));
    },
    countCurrent: async (of, at) => {
      const grants = await entities.in(GrantEntity, reader);
      return grants.countBy(currentOf(of, at));
    },
    revokeTemporary: (agreementNumber, at) =>
      revokeAll(
        writer,
        [{ agreementNumber, administratorNumber: Not(IsNull()) }, { administratorNumber: agreementNumber }],
        at,
      ),
    revokeAskedBy: (of, at, isMeant) =>
      writer.writeTo(GrantEntity, async (grants) => {
        const rows = await grants.find({ where: { ...of, ...isCurrent(at) }, order: { grantNumber: 'ASC' } });
        const meant = rows.map((row) => valueOf<Grant>(row)).filter(isMeant);
        const numbers = meant.map(({ grantNumber }) => grantNumber);
        for (const some of inPieces(numbers, AT_ONCE))
          await grants.update({ grantNumber: In([...some]) }, { revoked: at });
        return meant;
      }),
    revoke: revokeIn(writer),
  };
}

/** Those that an agreement has. */
function listsIn(
  { entities }: GlobalWriter,
  reader: Session,
): Pick<GrantRepository, 'listOf' | 'find' | 'listCurrent' | 'listEnded'> {
  return {
    listOf: async (agreementNumber) => {
      const grants = await entities.in(GrantEntity, reader);
      const rows = await grants.find({ where: { agreementNumber }, order: { grantNumber: 'ASC' } });
      return rows.map((row) => valueOf<Grant>(row));
    },
    find: async (agreementNumber, grantNumber) => {
      const grants = await entities.in(GrantEntity, reader);
      const row = await grants.findOneBy({ agreementNumber, grantNumber });
      return row === null ? undefined : valueOf<Grant>(row);
    },
    listCurrent: async (agreementNumber, at) => {
      const grants = await entities.in(GrantEntity, reader);
      // Put in order here: for the order SQLite would go through all that have ended.
      const rows = await grants.findBy({ agreementNumber, ...isCurrent(at) });
      return rows.map((row) => valueOf<Grant>(row)).sort((one, next) => one.grantNumber - next.grantNumber);
    },
    listEnded: async (agreementNumber, at, { before, max }) => {
      const grants = await entities.in(GrantEntity, reader);
      const rows = await grants
        .createQueryBuilder('grant')
        .where({ agreementNumber, ...(before !== undefined && { grantNumber: LessThan(before) }) })
        .andWhere(hasEnded(at))
        .orderBy('grant.grantNumber', 'DESC')
        .limit(max)
        .getMany();
      return rows.map((row) => valueOf<Grant>(row));
    },
  };
}

/** One of them, of an agreement. */
function revokeIn(writer: GlobalWriter): GrantRepository['revoke'] {
  return (agreementNumber, grantNumber, revoked) =>
    writer.writeTo(GrantEntity, async (grants, session) => {
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
    });
}

/** Those of these that have not ended. */
function revokeAll(
  writer: GlobalWriter,
  which: readonly FindOptionsWhere<Grant>[],
  revoked: Timestamp,
): Promise<readonly Grant[]> {
  return writer.writeTo(GrantEntity, async (grants) => {
    const current = which.map((one) => ({ ...one, ...isCurrent(revoked) }));
    const rows = await grants.find({ where: current, order: { grantNumber: 'ASC' } });
    for (const one of current) await grants.update(one, { revoked });
    return rows.map((row) => valueOf<Grant>(row));
  });
}

type Counted = Parameters<GrantRepository['countCurrent']>;

/** Those that have not ended: given by people of an agreement, or asked for by an administrator. */
function currentOf(of: Counted[0], at: Counted[1]): FindOptionsWhere<Grant> {
  const who = 'agreementNumber' in of ? { ...of, administratorNumber: IsNull() } : of;
  return { ...who, ...isCurrent(at) };
}

type Quota = { readonly max: number; readonly of: Counted[0]; readonly at: Counted[1] };

/** How many there may be, by whom they are counted: all of these were asked for by one. */
function quotasOf([first]: readonly Grant[]): readonly Quota[] {
  if (first === undefined) return [];
  const { administratorNumber, agreementNumber, userName, issued: at } = first;
  if (administratorNumber !== undefined)
    return [{ max: QUOTAS.grantsOfAdministrator, of: { administratorNumber }, at }];
  return [
    { max: QUOTAS.grantsOfAgreement, of: { agreementNumber }, at },
    { max: QUOTAS.grantsOfPerson, of: { agreementNumber, userName }, at },
  ];
}
