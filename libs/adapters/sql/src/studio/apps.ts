import { In } from 'typeorm/find-options/operator/In.js';
import type { App, AppRepository } from '@kontor/studio';
import { statementOf } from '../entity/entities.js';
import { valueOf, valueUnder } from '../entity/entity.js';
import type { Session } from '../statement.js';
import { nextGlobalNumber } from './global-number.js';
import { globallyIn, type Writing } from './global-transaction.js';
import { AppEntity } from './studio.entities.js';

export function sqlApps(writing: Writing, reader: Session): AppRepository {
  const { entities, dialect } = writing;
  const read = () => entities.in(AppEntity, reader);
  return {
    create: (app, secretHash) =>
      globallyIn(writing, AppEntity, async (apps, session) => {
        const appNumber = await nextGlobalNumber(session, dialect, 'app');
        await apps.insert({ ...app, appNumber, secretHash });
        return { ...app, appNumber };
      }),
    find: async (appNumber) => {
      const row = await (await read()).findOneBy({ appNumber });
      return row === null ? undefined : valueOf<App>(row);
    },
    listOf: async (agreementNumber) => {
      const rows = await (await read()).find({ where: { agreementNumber }, order: { appNumber: 'ASC' } });
      return rows.map((row) => valueOf<App>(row));
    },
    findByPublicToken: async (appPublicToken) => {
      const row = await (await read()).findOne({ where: { appPublicToken }, order: { appNumber: 'ASC' } });
      return row === null ? undefined : valueOf<App>(row);
    },
    findAll: async (appNumbers) => {
      if (appNumbers.length === 0) return [];
      const rows = await (await read()).findBy({ appNumber: In(appNumbers) });
      return rows.map((row) => valueOf<App>(row));
    },
    revise: (agreementNumber, appNumber, app, secret) =>
      globallyIn(writing, AppEntity, async (apps, session) => {
        const identity = { agreementNumber, appNumber };
        if (secret !== undefined) {
          // First the one before, then the new one: one statement with both means different things on each
          // database.
          const former = { formerSecretHash: () => 'secret_hash', formerSecretExpires: secret.formerUntil };
          await session.run(
            statementOf(apps.createQueryBuilder().update(former).where(identity)),
            statementOf(apps.createQueryBuilder().update({ secretHash: secret.secretHash }).where(identity)),
          );
        }
        const [, found] = await session.run(
          statementOf(apps.createQueryBuilder().update(app).where(identity)),
          statementOf(apps.createQueryBuilder('app').where(identity)),
        );
        return valueUnder<App>(AppEntity, found?.rows[0], 'app');
      }),
    rotateSecret: (agreementNumber, appNumber, secretHash) =>
      globallyIn(writing, AppEntity, async (apps, session) => {
        const identity = { agreementNumber, appNumber };
        const [, found] = await session.run(
          statementOf(
            apps
              .createQueryBuilder()
              .update({ secretHash, formerSecretHash: null, formerSecretExpires: null })
              .where(identity),
          ),
          statementOf(apps.createQueryBuilder('app').where(identity)),
        );
        return valueUnder<App>(AppEntity, found?.rows[0], 'app');
      }),
  };
}
