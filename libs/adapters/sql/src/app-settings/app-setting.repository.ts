import { createHash } from 'node:crypto';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
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
import { eventOf } from '../event/event-log.js';
import { ConcurrentModification, classify } from '../transaction/errors.js';
import { firstVersion } from '../resource/row-version.js';
import { sessionOf, writing, type Scope } from '../transaction/scope.js';
import { placeholders, rowsOf, type Row, type Session, type SqlValue } from '../statement.js';
import { foldedForm } from '../entity/stored-form.js';
import { numberAt, textAt } from '../row.js';

const USER_NAME_BYTES = 3000;

/** Whose settings, as every statement names it first. */
const OWNED = '`agreement_number` = ? AND `app_number` = ? AND `owner` = ?';
/**
 * Keys are compared exactly (§2.10 as amended); the column keeps the name of the time when case did not
 * count.
 */
const ITEM = `${OWNED} AND \`setting_key_folded\` = ?`;
const INSERT =
  'INSERT INTO `app_setting` ' +
  '(`agreement_number`, `app_number`, `owner`, `setting_key`, `setting_key_folded`, `content`, `version`) ' +
  'VALUES (?, ?, ?, ?, ?, ?, ?)';

/** The settings that apps keep in an agreement's books. */
export function appSettings(dialect: Dialect, scope: Scope): AppSettings {
  return { of: (owner) => new SqlAppSettingRepository(dialect, scope, owner) };
}

/** A person by a short name of fixed length, the same in any case. */
function ownerColumn({ userName }: SettingsOwner): string {
  if (userName === undefined) return '';
  return createHash('sha256').update(foldedForm(userName, USER_NAME_BYTES)).digest('base64url');
}

type Found = { readonly settingKey: string; readonly version: number };

/** The settings of one app in one agreement: those of the agreement, or those of one person. */
class SqlAppSettingRepository implements AppSettingRepository {
  readonly #dialect: Dialect;
  readonly #scope: Scope;
  readonly #session: Session;
  /** What is bound to `OWNED`. */
  readonly #owned: readonly SqlValue[];
  readonly #resource: AnyResource;

  constructor(dialect: Dialect, scope: Scope, owner: SettingsOwner) {
    this.#dialect = dialect;
    this.#scope = scope;
    this.#session = sessionOf(scope);
    this.#owned = [scope.agreementNumber, owner.appNumber, ownerColumn(owner)];
    this.#resource = owner.userName === undefined ? AgreementSetting : UserSetting;
  }

  /** Filters and sorts know the key only, of which there are few; contents are read for the page alone. */
  async page(query: CollectionQuery): Promise<Page<AppSetting>> {
    const keys = await rowsOf(this.#session, {
      sql: `SELECT \`setting_key\` FROM \`app_setting\` WHERE ${OWNED} ORDER BY \`setting_key_folded\``,
      values: this.#owned,
    });
    const all = keys.map((row) => ({ settingKey: keyOf(row) }));
    const shown = pageInMemory(this.#resource, all, query);
    if (shown.items.length === 0) return { ...shown, items: [] };
    const keysShown = shown.items.map(({ settingKey }) => settingKey);
    const rows = await rowsOf(this.#session, {
      sql:
        `SELECT \`setting_key\`, \`content\` FROM \`app_setting\` WHERE ${OWNED} ` +
        `AND \`setting_key_folded\` IN (${placeholders(keysShown.length)})`,
      values: [...this.#owned, ...keysShown],
    });
    const contents = new Map(rows.map((row) => [keyOf(row), contentOf(row)]));
    // One that was removed between the two reads is left out.
    const items = shown.items.flatMap(({ settingKey }) => {
      const content = contents.get(settingKey);
      return content === undefined ? [] : [{ settingKey, content }];
    });
    return { ...shown, items };
  }

  async find(key: KeyValue): Promise<Stored<AppSetting> | undefined> {
    const [row] = await rowsOf(this.#session, {
      sql: `SELECT \`setting_key\`, \`content\`, \`version\` FROM \`app_setting\` WHERE ${ITEM}`,
      values: [...this.#owned, key],
    });
    return row && { value: { settingKey: keyOf(row), content: contentOf(row) }, version: versionOf(row) };
  }

  create(setting: AppSetting): TaskEither<KeyExists | TooManySettings, Stored<AppSetting>> {
    return () => this.#create(setting);
  }

  replace(
    key: KeyValue,
    { content }: AppSetting,
    version: number | undefined,
  ): TaskEither<NotFound | ChangedSince, Stored<AppSetting>> {
    return async () => {
      const { unit } = writing(this.#scope);
      const present = await this.#present(key, version);
      if (isLeft(present)) return present;
      const { settingKey, version: found } = present.right;
      const [outcome] = await this.#session.run({
        sql: `UPDATE \`app_setting\` SET \`content\` = ?, \`version\` = \`version\` + 1 WHERE ${ITEM} AND \`version\` = ?`,
        values: [content, ...this.#owned, key, found],
      });
      if (outcome?.affected === 0) throw new ConcurrentModification();
      unit.emit(eventOf(this.#resource, 'updated', [settingKey], ['content']));
      return right({ value: { settingKey, content }, version: found + 1 });
    };
  }

  remove(key: KeyValue, version: number | undefined): TaskEither<NotFound | ChangedSince, void> {
    return async () => {
      const { unit } = writing(this.#scope);
      const present = await this.#present(key, version);
      if (isLeft(present)) return present;
      const [outcome] = await this.#session.run(
        {
          sql: `DELETE FROM \`app_setting\` WHERE ${ITEM} AND \`version\` = ?`,
          values: [...this.#owned, key, present.right.version],
        },
        {
          sql: `UPDATE \`app_setting_count\` SET \`settings\` = \`settings\` - 1 WHERE ${OWNED}`,
          values: this.#owned,
        },
      );
      if (outcome?.affected === 0) throw new ConcurrentModification();
      unit.emit(eventOf(this.#resource, 'removed', [present.right.settingKey]));
      return right(undefined);
    };
  }

  /**
   * The count is raised only while it is below the limit: that update is the fence, whoever else writes (R6,
   * G11).
   */
  async #create(setting: AppSetting): Promise<Either<KeyExists | TooManySettings, Stored<AppSetting>>> {
    const { unit } = writing(this.#scope);
    const { settingKey, content } = setting;
    const version = firstVersion();
    const counted = this.#dialect.upsert({
      table: 'app_setting_count',
      columns: ['agreement_number', 'app_number', 'owner', 'settings'],
      values: [...this.#owned, 0],
      key: ['agreement_number', 'app_number', 'owner'],
      raised: [{ column: 'settings', to: '`settings`', values: [] }],
    });
    const raised = {
      sql: `UPDATE \`app_setting_count\` SET \`settings\` = \`settings\` + 1 WHERE ${OWNED} AND \`settings\` < ?`,
      values: [...this.#owned, SETTINGS_MAX],
    };
    try {
      const insert = { sql: INSERT, values: [...this.#owned, settingKey, settingKey, content, version] };
      const [, , outcome] = await this.#session.run(insert, counted, raised);
      if (outcome?.affected === 1) {
        unit.emit(eventOf(this.#resource, 'created', [settingKey]));
        return right({ value: setting, version });
      }
    } catch (error) {
      if (classify(this.#dialect, error) !== 'duplicate') throw error;
      return left({ kind: 'KeyExists', resource: this.#resource.collection, key: settingKey });
    }
    unit.rollBackOnly();
    return left({ kind: 'TooManySettings', settingKey, most: SETTINGS_MAX });
  }

  /**
   * The setting that is there, locked; a refusal where it is not, or not of the version that the caller has
   * seen.
   */
  async #present(
    key: KeyValue,
    version: number | undefined,
  ): Promise<Either<NotFound | ChangedSince, Found>> {
    const [row] = await rowsOf(this.#session, {
      sql: `SELECT \`setting_key\`, \`version\` FROM \`app_setting\` WHERE ${ITEM}${this.#dialect.forUpdate}`,
      values: [...this.#owned, key],
    });
    const resource = this.#resource.collection;
    if (row === undefined) return left({ kind: 'NotFound', resource, key });
    const found = versionOf(row);
    if (version !== undefined && version !== found) return left({ kind: 'ChangedSince', resource, key });
    return right({ settingKey: keyOf(row), version: found });
  }
}

function keyOf(row: Row): string {
  return textAt(row, 'setting_key');
}

function contentOf(row: Row): JsonText {
  return row['content'] as JsonText;
}

function versionOf(row: Row): number {
  return numberAt(row, 'version');
}
