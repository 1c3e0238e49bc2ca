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
import { affectedBy, rowsOf, type Row, type Session } from '../statement.js';
import type { Bound } from '../entity/composed.js';
import type { Entities } from '../entity/entities.js';
import { foldedForm } from '../entity/column-encoding.js';
import { numberAt, textAt } from '../row.js';
import { settingStatements, type SettingStatements } from './setting-statements.js';

const USER_NAME_BYTES = 3000;

/** The settings that apps keep in an agreement's books. */
export function appSettings(dialect: Dialect, statements: PreparedStatements, scope: Scope): AppSettings {
  return { of: (owner) => new SqlAppSettingRepository(dialect, statements, scope, owner) };
}

/** Gives the statements, which are written when they are first asked for. */
export type PreparedStatements = () => Promise<SettingStatements>;

/** Prepares them for a database, whose entities are those of settings and maybe others. */
export function preparedSettings(entities: Entities, dialect: Dialect): PreparedStatements {
  let prepared: Promise<SettingStatements> | undefined;
  return () => (prepared ??= settingStatements(entities, dialect));
}

/** A person by a short name of fixed length, the same in any case. */
function ownerColumn({ userName }: SettingsOwner): string {
  if (userName === undefined) return '';
  return createHash('sha256').update(foldedForm(userName, USER_NAME_BYTES)).digest('base64url');
}

type Found = AppSetting & { readonly version: number };

/** The settings of one app in one agreement: those of the agreement, or those of one person. */
class SqlAppSettingRepository implements AppSettingRepository {
  readonly #dialect: Dialect;
  readonly #statements: PreparedStatements;
  readonly #scope: Scope;
  readonly #session: Session;
  /** Whose settings, as every statement binds it. */
  readonly #owned: Bound<'agreementNumber' | 'appNumber' | 'owner'>;
  readonly #resource: AnyResource;

  constructor(dialect: Dialect, statements: PreparedStatements, scope: Scope, owner: SettingsOwner) {
    this.#dialect = dialect;
    this.#statements = statements;
    this.#scope = scope;
    this.#session = sessionOf(scope);
    const { agreementNumber } = scope;
    this.#owned = { agreementNumber, appNumber: owner.appNumber, owner: ownerColumn(owner) };
    this.#resource = owner.userName === undefined ? AgreementSetting : UserSetting;
  }

  /** Filters and sorts know the key only, of which there are few; contents are read for the page alone. */
  async page(query: CollectionQuery): Promise<Page<AppSetting>> {
    const statements = await this.#statements();
    const keys = await rowsOf(this.#session, statements.keys(this.#owned));
    const all = keys.map((row) => ({ settingKey: keyOf(row) }));
    const shown = pageInMemory(this.#resource, all, query);
    if (shown.items.length === 0) return { ...shown, items: [] };
    const keysShown = shown.items.map(({ settingKey }) => settingKey);
    const rows = await rowsOf(this.#session, statements.contents(this.#owned, keysShown));
    const contents = new Map(rows.map((row) => [keyOf(row), contentOf(row)]));
    // One that was removed between the two reads is left out.
    const items = shown.items.flatMap(({ settingKey }) => {
      const content = contents.get(settingKey);
      return content === undefined ? [] : [{ settingKey, content }];
    });
    return { ...shown, items };
  }

  async find(key: KeyValue): Promise<Stored<AppSetting> | undefined> {
    const { find } = await this.#statements();
    const [row] = await rowsOf(this.#session, find({ ...this.#owned, key }));
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
      const { settingKey, content: before, version: found } = present.right;
      const { replace } = await this.#statements();
      const changed = await affectedBy(
        this.#session,
        replace({ ...this.#owned, key, content, version: found }),
      );
      if (changed === 0) throw new ConcurrentModification();
      if (content !== before) unit.events.add(eventOf(this.#resource, 'updated', [settingKey], ['content']));
      return right({ value: { settingKey, content }, version: found + 1 });
    };
  }

  remove(key: KeyValue, version: number | undefined): TaskEither<NotFound | ChangedSince, void> {
    return async () => {
      const { unit } = writing(this.#scope);
      const present = await this.#present(key, version);
      if (isLeft(present)) return present;
      const statements = await this.#statements();
      const [outcome] = await this.#session.run(
        statements.remove({ ...this.#owned, key, version: present.right.version }),
        statements.lower(this.#owned),
      );
      if (outcome?.affected === 0) throw new ConcurrentModification();
      unit.events.add(eventOf(this.#resource, 'removed', [present.right.settingKey]));
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
    const statements = await this.#statements();
    try {
      const [, , outcome] = await this.#session.run(
        statements.insert({ ...this.#owned, key: settingKey, content, version }),
        statements.begin(this.#owned),
        statements.raise(this.#owned),
      );
      if (outcome?.affected === 1) {
        unit.events.add(eventOf(this.#resource, 'created', [settingKey]));
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
    const statements = await this.#statements();
    const [row] = await rowsOf(this.#session, statements.present({ ...this.#owned, key }));
    const resource = this.#resource.collection;
    if (row === undefined) return left({ kind: 'NotFound', resource, key });
    const found = versionOf(row);
    if (version !== undefined && version !== found) return left({ kind: 'ChangedSince', resource, key });
    return right({ settingKey: keyOf(row), content: contentOf(row), version: found });
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
