import { In } from 'typeorm/find-options/operator/In.js';
import { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
import { MoreThan } from 'typeorm/find-options/operator/MoreThan.js';
import { Not } from 'typeorm/find-options/operator/Not.js';
import {
  QUOTAS,
  type ListedSession,
  type PortalKeyRepository,
  type PortalSession,
  type PortalSessionRepository,
} from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueOf } from '../entity/entity.js';
import type { Session } from '../statement.js';
import { isInserted, type GlobalWriter } from '../transaction/global-writer.js';
import { PortalKeyEntity, PortalSessionEntity } from './studio.entities.js';

/** More than one only where there was no bound before. */
const ENDED_AT_ONCE = 500;

/** Who is signed in to the portal, by the hash of the cookie's token (`PortalSessionRepository`). */
export function sqlPortalSessions(writer: GlobalWriter, reader: Session): PortalSessionRepository {
  return {
    start: (started, tokenHash, inPlaceOf) =>
      writer.writeTo(PortalSessionEntity, async (sessions, session) => {
        const ended = [
          { expires: LessThanOrEqual(started.started) },
          ...(inPlaceOf === undefined ? [] : [{ tokenHash: inPlaceOf }]),
        ];
        await session.run(
          statementOfQuery(sessions.createQueryBuilder().delete().where(ended)),
          statementOfQuery(
            sessions
              .createQueryBuilder()
              .insert()
              .values({ ...started, tokenHash }),
          ),
        );
        // Nobody is locked out by their own sessions: those of longest ago end.
        const beyond = await sessions.find({
          select: { tokenHash: true },
          where: { userName: started.userName },
          order: { started: 'DESC', tokenHash: 'ASC' },
          skip: QUOTAS.sessionsOfPerson,
          take: ENDED_AT_ONCE,
        });
        if (beyond.length > 0) await sessions.delete({ tokenHash: In(beyond.map((one) => one.tokenHash)) });
      }),
    find: async (tokenHash) => {
      const sessions = await writer.entities.in(PortalSessionEntity, reader);
      const row = await sessions.findOneBy({ tokenHash });
      if (row === null) return undefined;
      const { tokenHash: _, ...found } = row;
      return valueOf<PortalSession>(found);
    },
    listOf: async (userName, now, max) => {
      const sessions = await writer.entities.in(PortalSessionEntity, reader);
      const where = { userName, expires: MoreThan(now) };
      const rows = await sessions.find({ where, order: { started: 'DESC', tokenHash: 'ASC' }, take: max });
      return rows.map((row) => valueOf<ListedSession>(row));
    },
    endOwn: (userName, tokenHash) =>
      writer.writeTo(PortalSessionEntity, async (sessions) => {
        await sessions.delete({ tokenHash, userName });
      }),
    endAll: (userName, exceptTokenHash) =>
      writer.writeTo(PortalSessionEntity, async (sessions) => {
        const others = exceptTokenHash === undefined ? {} : { tokenHash: Not(exceptTokenHash) };
        await sessions.delete({ userName, ...others });
      }),
    end: (tokenHash) =>
      writer.writeTo(PortalSessionEntity, async (sessions) => {
        await sessions.delete({ tokenHash });
      }),
  };
}

/** Keys that all replicas of the portal share; the first that asks makes one (`PortalKeyRepository`). */
export function sqlPortalKeys(writer: GlobalWriter, reader: Session): PortalKeyRepository {
  const kept = async (name: string): Promise<string | undefined> => {
    const keys = await writer.entities.in(PortalKeyEntity, reader);
    return (await keys.findOneBy({ name }))?.keyText;
  };
  return {
    find: kept,
    save: async (fresh, name = 'sessions') => {
      const before = await kept(name);
      if (before !== undefined) return before;
      await writer.writeTo(PortalKeyEntity, (keys) =>
        isInserted(writer, () => keys.insert({ name, keyText: fresh })),
      );
      return (await kept(name)) ?? fresh;
    },
  };
}
