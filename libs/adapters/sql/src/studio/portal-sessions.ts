import { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
import type { PortalKeyRepository, PortalSessionRepository } from '@kontor/studio';
import { statementOf } from '../entity/entities.js';
import type { Session } from '../statement.js';
import { classify } from '../transaction/errors.js';
import { globallyIn, type Writing } from './global-transaction.js';
import { PortalKeyEntity, PortalSessionEntity } from './studio.entities.js';

export function sqlPortalSessions(writing: Writing, reader: Session): PortalSessionRepository {
  return {
    start: (started, tokenHash) =>
      globallyIn(writing, PortalSessionEntity, async (sessions, session) => {
        const ended = { expires: LessThanOrEqual(started.started) };
        await session.run(
          statementOf(sessions.createQueryBuilder().delete().where(ended)),
          statementOf(
            sessions
              .createQueryBuilder()
              .insert()
              .values({ ...started, tokenHash }),
          ),
        );
      }),
    find: async (tokenHash) => {
      const sessions = await writing.entities.in(PortalSessionEntity, reader);
      const row = await sessions.findOneBy({ tokenHash });
      if (row === null) return undefined;
      const { tokenHash: _, ...found } = row;
      return found;
    },
    end: (tokenHash) =>
      globallyIn(writing, PortalSessionEntity, async (sessions) => {
        await sessions.delete({ tokenHash });
      }),
  };
}

const NAME = 'sessions';

export function sqlPortalKeys(writing: Writing, reader: Session): PortalKeyRepository {
  const kept = async (): Promise<string | undefined> => {
    const keys = await writing.entities.in(PortalKeyEntity, reader);
    return (await keys.findOneBy({ name: NAME }))?.keyText;
  };
  return {
    save: async (fresh) => {
      const before = await kept();
      if (before !== undefined) return before;
      await globallyIn(writing, PortalKeyEntity, async (keys) => {
        try {
          await keys.insert({ name: NAME, keyText: fresh });
        } catch (error) {
          if (classify(writing.dialect, error) !== 'duplicate') throw error;
        }
      });
      return (await kept()) ?? fresh;
    },
  };
}
