import { createHash } from 'node:crypto';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  AgreementSetting,
  SETTINGS_MAX,
  UserSetting,
  type AppSetting,
  type AppSettingRepository,
  type AppSettings,
  type SettingsOwner,
  type TooManySettings,
} from '@kontor/app-settings';
import {
  pageInMemory,
  type AnyResource,
  type ChangedSince,
  type CollectionQuery,
  type JsonText,
  type KeyExists,
  type KeyValue,
  type NotFound,
  type Page,
  type Stored,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { ConcurrentModification, classify } from '../transaction/errors.js';
import { firstVersion } from '../resource/first-version.js';
import { sessionOf, writing, type Scope } from '../transaction/scope.js';
import { placeholders, rowsOf, type SqlValue } from '../statement.js';
import { foldedForm } from '../entity/stored-form.js';

const USER_NAME_BYTES = 3000;

/** Whose settings, as every statement names it first. */
const OWNED = '`agreement_number` = ? AND `app_number` = ? AND `owner` = ?';
/** Keys are compared exactly (§2.10 as amended); the column keeps the name of the time when case did not count. */
const ITEM = `${OWNED} AND \`setting_key_folded\` = ?`;
const INSERT =
  'INSERT INTO `app_setting` ' +
  '(`agreement_number`, `app_number`, `owner`, `setting_key`, `setting_key_folded`, `content`, `version`) ' +
  'VALUES (?, ?, ?, ?, ?, ?, ?)';

/** The settings that apps keep in an agreement's books. */
export function appSettings(dialect: Dialect, scope: Scope): AppSettings {
  return { of: (owner) => settingsOf(dialect, scope, owner) };
}

/** A person by a short name of fixed length, the same in any case. */
function ownerColumn({ userName }: SettingsOwner): string {
  if (userName === undefined) return '';
  return createHash('sha256').update(foldedForm(userName, USER_NAME_BYTES)).digest('base64url');
}

function settingsOf(dialect: Dialect, scope: Scope, owner: SettingsOwner): AppSettingRepository {
  const { agreementNumber } = scope;
  const session = sessionOf(scope);
  const owned: readonly SqlValue[] = [agreementNumber, owner.appNumber, ownerColumn(owner)];
  const of = (owner.userName === undefined ? AgreementSetting : UserSetting) as unknown as AnyResource;
  const notFound = (key: KeyValue): NotFound => ({ kind: 'NotFound', resource: of.collection, key });

  /** The setting as it is, with what guards it. */
  async function present(
    key: KeyValue,
    version: number | undefined,
  ): Promise<Either<NotFound | ChangedSince, { readonly settingKey: string; readonly version: number }>> {
    const [row] = await rowsOf(session, {
      sql: `SELECT \`setting_key\`, \`version\` FROM \`app_setting\` WHERE ${ITEM}${dialect.forUpdate}`,
      values: [...owned, key],
    });
    if (row === undefined) return left(notFound(key));
    const found = row['version'] as number;
    if (version !== undefined && version !== found) {
      return left({ kind: 'ChangedSince', resource: of.collection, key });
    }
    return right({ settingKey: row['setting_key'] as string, version: found });
  }

  /** Filters and sorts know the key only, of which there are few; contents are read for the page alone. */
  async function page(query: CollectionQuery): Promise<Page<AppSetting>> {
    const keys = await rowsOf(session, {
      sql: `SELECT \`setting_key\` FROM \`app_setting\` WHERE ${OWNED} ORDER BY \`setting_key_folded\``,
      values: owned,
    });
    const all = keys.map((row) => ({ settingKey: row['setting_key'] as string }));
    const shown = pageInMemory(of, all, query);
    if (shown.items.length === 0) return { ...shown, items: [] };
    const keysShown = shown.items.map(({ settingKey }) => settingKey);
    const rows = await rowsOf(session, {
      sql:
        `SELECT \`setting_key\`, \`content\` FROM \`app_setting\` WHERE ${OWNED} ` +
        `AND \`setting_key_folded\` IN (${placeholders(keysShown.length)})`,
      values: [...owned, ...keysShown],
    });
    const contents = new Map(rows.map((row) => [row['setting_key'] as string, row['content'] as JsonText]));
    // One that was removed between the two reads is left out.
    const items = shown.items.flatMap(({ settingKey }) => {
      const content = contents.get(settingKey);
      return content === undefined ? [] : [{ settingKey, content }];
    });
    return { ...shown, items };
  }

  async function find(key: KeyValue): Promise<Stored<AppSetting> | undefined> {
    const [row] = await rowsOf(session, {
      sql: `SELECT \`setting_key\`, \`content\`, \`version\` FROM \`app_setting\` WHERE ${ITEM}`,
      values: [...owned, key],
    });
    if (row === undefined) return undefined;
    const value = { settingKey: row['setting_key'] as string, content: row['content'] as JsonText };
    return { value, version: row['version'] as number };
  }

  /** The count is raised only while it is below the limit: that update is the guard, whoever else writes (R6, G11). */
  async function create(
    setting: AppSetting,
  ): Promise<Either<KeyExists | TooManySettings, Stored<AppSetting>>> {
    const { unit } = writing(scope);
    const { settingKey, content } = setting;
    const version = firstVersion();
    const counted = dialect.upsert({
      table: 'app_setting_count',
      columns: ['agreement_number', 'app_number', 'owner', 'settings'],
      values: [...owned, 0],
      key: ['agreement_number', 'app_number', 'owner'],
      raised: [{ column: 'settings', to: '`settings`', values: [] }],
    });
    const raised = {
      sql: `UPDATE \`app_setting_count\` SET \`settings\` = \`settings\` + 1 WHERE ${OWNED} AND \`settings\` < ?`,
      values: [...owned, SETTINGS_MAX],
    };
    try {
      const insert = { sql: INSERT, values: [...owned, settingKey, settingKey, content, version] };
      const [, , outcome] = await session.run(insert, counted, raised);
      if (outcome?.affected === 1) return right({ value: setting, version });
    } catch (error) {
      if (classify(dialect, error) !== 'duplicate') throw error;
      return left({ kind: 'KeyExists', resource: of.collection, key: settingKey });
    }
    unit.rollBackOnly();
    return left({ kind: 'TooManySettings', settingKey, most: SETTINGS_MAX });
  }

  async function replace(
    key: KeyValue,
    { content }: AppSetting,
    version: number | undefined,
  ): Promise<Either<NotFound | ChangedSince, Stored<AppSetting>>> {
    writing(scope);
    const found = await present(key, version);
    if (found._tag === 'Left') return found;
    const [outcome] = await session.run({
      sql: `UPDATE \`app_setting\` SET \`content\` = ?, \`version\` = \`version\` + 1 WHERE ${ITEM} AND \`version\` = ?`,
      values: [content, ...owned, key, found.right.version],
    });
    if (outcome?.affected === 0) throw new ConcurrentModification();
    return right({
      value: { settingKey: found.right.settingKey, content },
      version: found.right.version + 1,
    });
  }

  async function remove(
    key: KeyValue,
    version: number | undefined,
  ): Promise<Either<NotFound | ChangedSince, void>> {
    writing(scope);
    const found = await present(key, version);
    if (found._tag === 'Left') return found;
    const [outcome] = await session.run(
      {
        sql: `DELETE FROM \`app_setting\` WHERE ${ITEM} AND \`version\` = ?`,
        values: [...owned, key, found.right.version],
      },
      {
        sql: `UPDATE \`app_setting_count\` SET \`settings\` = \`settings\` - 1 WHERE ${OWNED}`,
        values: owned,
      },
    );
    if (outcome?.affected === 0) throw new ConcurrentModification();
    return right(undefined);
  }

  return {
    page,
    find,
    create: (setting) => () => create(setting),
    replace: (key, setting, version) => () => replace(key, setting, version),
    remove: (key, version) => () => remove(key, version),
  };
}
