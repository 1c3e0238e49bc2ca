import { SETTINGS_MAX } from '@kontor/app-settings';
import type { Repository } from 'typeorm';
import type { Dialect } from '../dialect/dialect.js';
import { lockRows } from '../transaction/global-writer.js';
import { composed, composedWithList } from '../entity/composed.js';
import type { Entities } from '../entity/entities.js';
import { AppSettingCountEntity, AppSettingEntity } from './app-setting.entities.js';

/** Whose settings, as every statement names it. */
const OWNER = ['agreementNumber', 'appNumber', 'owner'] as const;
const OWNED = 'agreementNumber = :agreementNumber AND appNumber = :appNumber AND owner = :owner';
/**
 * Keys are compared exactly (§2.10 as amended); the column keeps the name of the time when case did not
 * count.
 */
const ITEM = `${OWNED} AND settingKeyFolded = :key`;
const READ_OWNED = 's.agreementNumber = :agreementNumber AND s.appNumber = :appNumber AND s.owner = :owner';
const READ_ITEM = `${READ_OWNED} AND s.settingKeyFolded = :key`;

/**
 * The statements on settings, by TypeORM's query builder: each is written once for a database and sent as
 * text ever after, since writing it anew while SQLite has no other writer made 50 parallel PUTs 1.5 times
 * slower (ADR 36, 47).
 */
export async function settingStatements(entities: Entities, dialect: Dialect): Promise<SettingStatements> {
  const manager = await entities.unsent();
  const settings = manager.getRepository<Of<typeof AppSettingEntity>>(AppSettingEntity.name);
  const counts = manager.getRepository<Of<typeof AppSettingCountEntity>>(AppSettingCountEntity.name);
  return { ...reads(settings, dialect), ...writes(settings), ...countWrites(counts) };
}

type Of<E extends { readonly rowIs?: object }> = NonNullable<E['rowIs']>;

/** Each function binds the values of one of the statements. */
export type SettingStatements = ReturnType<typeof reads> &
  ReturnType<typeof writes> &
  ReturnType<typeof countWrites>;

function reads(settings: Repository<Of<typeof AppSettingEntity>>, dialect: Dialect) {
  const select = (...columns: readonly (readonly [member: string, column: string])[]) =>
    columns.reduce(
      (query, [member, column]) => query.addSelect(`s.${member}`, column),
      settings.createQueryBuilder('s').select([]),
    );
  const key = ['settingKey', 'setting_key'] as const;
  const content = ['content', 'content'] as const;
  const version = ['version', 'version'] as const;
  const present = lockRows(select(key, content, version).where(READ_ITEM), dialect);
  return {
    /** The keys of all settings of an owner, in order. */
    keys: composed(select(key).where(READ_OWNED).orderBy('s.settingKeyFolded'), OWNER),
    /** What stands under some keys. */
    contents: composedWithList(
      select(key, content).where(`${READ_OWNED} AND s.settingKeyFolded IN (:...keys)`),
      OWNER,
      'keys',
    ),
    /** One setting. */
    find: composed(select(key, content, version).where(READ_ITEM), [...OWNER, 'key']),
    /** One as it is, which is locked where there may be other writers. */
    present: composed(present, [...OWNER, 'key']),
  };
}

function writes(settings: Repository<Of<typeof AppSettingEntity>>) {
  const created = {
    ...bound(...OWNER),
    settingKey: () => ':key',
    settingKeyFolded: () => ':key',
    ...bound('content', 'version'),
  };
  const replaced = { content: () => ':content', version: () => 'version + 1' };
  return {
    /** A new setting. Fails where there is one with its key. */
    insert: composed(settings.createQueryBuilder().insert().values(created), [
      ...OWNER,
      'key',
      'content',
      'version',
    ]),
    /** Another content of a setting that still has a version. */
    replace: composed(
      settings.createQueryBuilder().update(replaced).where(`${ITEM} AND version = :version`),
      [...OWNER, 'key', 'content', 'version'],
    ),
    /** Removes a setting that still has a version. */
    remove: composed(settings.createQueryBuilder().delete().where(`${ITEM} AND version = :version`), [
      ...OWNER,
      'key',
      'version',
    ]),
  };
}

function countWrites(counts: Repository<Of<typeof AppSettingCountEntity>>) {
  const update = (settings: string) => counts.createQueryBuilder().update({ settings: () => settings });
  return {
    /** A count of none where an owner has no count; else the row is locked and stays what it is. */
    begin: composed(
      counts
        .createQueryBuilder()
        .insert()
        .values({ ...bound(...OWNER), settings: 0 })
        .orUpdate(['owner'], ['agreement_number', 'app_number', 'owner']),
      OWNER,
    ),
    /** Counts one more, while there are fewer than there may be. */
    raise: composed(
      update('settings + 1').where(`${OWNED} AND settings < :most`).setParameter('most', SETTINGS_MAX),
      OWNER,
    ),
    /** Counts one less. */
    lower: composed(update('settings - 1').where(OWNED), OWNER),
  };
}

/** Members that are bound under their own names. */
function bound<N extends string>(...names: readonly N[]): Record<N, () => string> {
  return Object.fromEntries(names.map((name) => [name, () => `:${name}`])) as Record<N, () => string>;
}
