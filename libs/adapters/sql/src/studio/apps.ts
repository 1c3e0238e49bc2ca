import { isRight } from 'fp-ts/lib/Either.js';
import { In } from 'typeorm/find-options/operator/In.js';
import { Not } from 'typeorm/find-options/operator/Not.js';
import type { Repository } from 'typeorm';
import type { Timestamp } from '@kontor/kernel';
import {
  isNamedApart,
  mayBeAdded,
  type App,
  type AppRepository,
  type Grant,
  type StoredWebhook,
} from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueOf, valueUnder } from '../entity/entity.js';
import { affectedBy, inPieces, rowsOf, type Session, type Statement } from '../statement.js';
import { isCurrent } from './current-grants.js';
import { nextGlobalNumber } from './global-number.js';
import type { GlobalWriter } from '../transaction/global-writer.js';
import {
  AppEntity,
  GrantEntity,
  WebhookDeliveryEntity,
  WebhookEntity,
  type SecretsOfApp,
} from './studio.entities.js';
import { lockGlobal } from '../statements/sequences.js';

/** Registered apps; secrets only as their hashes (`AppRepository`). */
export function sqlApps(writer: GlobalWriter, reader: Session): AppRepository {
  const { entities, dialect } = writer;
  const read = () => entities.in(AppEntity, reader);
  return {
    create: (app, secretHash) =>
      writer.writeTo(AppEntity, async (apps, session) => {
        const appNumber = await nextGlobalNumber(session, dialect, 'app');
        await writer.expectStill(async () =>
          isRight(mayBeAdded(app.name, await namesOf(apps, app.agreementNumber))),
        );
        await apps.insert({ ...app, appNumber, secretHash });
        return { ...app, appNumber };
      }),
    find: async (appNumber) => {
      const row = await (await read()).findOneBy({ appNumber });
      return row === null ? undefined : valueOf<App>(row);
    },
    hold: async (agreementNumber, appNumber) => {
      const apps = await read();
      const held = writer.toChange(apps.createQueryBuilder('app').where({ agreementNumber, appNumber }));
      const [row] = await rowsOf(reader, statementOfQuery(held));
      return valueUnder<App>(AppEntity, row, 'app');
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
      writer.writeTo(AppEntity, async (apps, session) => {
        const identity = { agreementNumber, appNumber };
        await session.run(lockGlobal(dialect, 'app'));
        await writer.expectStill(async () =>
          isRight(isNamedApart(app.name, await namesOf(apps, agreementNumber, appNumber))),
        );
        if (secret !== undefined) {
          await session.run(...besideFormer(apps, identity, secret));
        }
        const [, found] = await session.run(
          statementOfQuery(apps.createQueryBuilder().update(app).where(identity)),
          statementOfQuery(apps.createQueryBuilder('app').where(identity)),
        );
        return valueUnder<App>(AppEntity, found?.rows[0], 'app');
      }),
    rotateSecret: (agreementNumber, appNumber, secretHash, formerUntil) =>
      writer.writeTo(AppEntity, async (apps, session) => {
        const identity = { agreementNumber, appNumber };
        const alone = { secretHash, formerSecretHash: null, formerSecretExpires: null };
        const given =
          formerUntil === undefined
            ? [statementOfQuery(apps.createQueryBuilder().update(alone).where(identity))]
            : besideFormer(apps, identity, { secretHash, formerUntil });
        const found = (
          await session.run(...given, statementOfQuery(apps.createQueryBuilder('app').where(identity)))
        ).at(-1);
        return valueUnder<App>(AppEntity, found?.rows[0], 'app');
      }),
    remove: removeIn(writer),
  };
}

/** What the apps of an agreement are called by now, but for one of them. */
function namesOf(
  apps: Repository<App & SecretsOfApp>,
  agreementNumber: number,
  but?: number,
): Promise<readonly Pick<App, 'name'>[]> {
  const where = { agreementNumber, ...(but !== undefined && { appNumber: Not(but) }) };
  return apps.find({ select: { name: true }, where });
}

/**
 * Another secret, and the one before beside it. First the one before, then the new one: one statement with
 * both means different things on each database.
 */
function besideFormer(
  apps: Repository<App & SecretsOfApp>,
  identity: Pick<App, 'agreementNumber' | 'appNumber'>,
  { secretHash, formerUntil }: { readonly secretHash: string; readonly formerUntil: Timestamp },
): readonly Statement[] {
  const former = { formerSecretHash: () => 'secret_hash', formerSecretExpires: formerUntil };
  return [
    statementOfQuery(apps.createQueryBuilder().update(former).where(identity)),
    statementOfQuery(apps.createQueryBuilder().update({ secretHash }).where(identity)),
  ];
}

/** So many rows are named in one statement. */
const AT_ONCE = 1_000;

/** What ends with it is looked for first and changed by its key: looking locks no row of another app. */
function removeIn(writer: GlobalWriter): AppRepository['remove'] {
  const { entities } = writer;
  return (agreementNumber, appNumber, at) =>
    writer.write(async (session) => {
      const identity = { agreementNumber, appNumber };
      const apps = await entities.in(AppEntity, session);
      const row = await apps.findOneBy(identity);
      const gone = statementOfQuery(apps.createQueryBuilder().delete().where(identity));
      if (row === null || (await affectedBy(session, gone)) === 0) return undefined;
      const grants = await entities.in(GrantEntity, session);
      const current = await grants.findBy({ appNumber, ...isCurrent(at) });
      const webhooks = await entities.in(WebhookEntity, session);
      const told = await webhooks.findBy({ appNumber });
      const deliveries = await entities.in(WebhookDeliveryEntity, session);
      for (const some of inPieces(current, AT_ONCE)) {
        await grants.update({ grantNumber: In(some.map(({ grantNumber }) => grantNumber)) }, { revoked: at });
      }
      if (told.length > 0) {
        const ofThem = { webhookNumber: In(told.map(({ webhookNumber }) => webhookNumber)) };
        await webhooks.delete(ofThem);
        await deliveries.delete(ofThem);
      }
      return {
        app: valueOf<App>(row),
        grants: current.map((grant) => ({ ...valueOf<Grant>(grant), revoked: at })),
        webhooks: told.map((webhook) => valueOf<StoredWebhook>(webhook)),
      };
    });
}
