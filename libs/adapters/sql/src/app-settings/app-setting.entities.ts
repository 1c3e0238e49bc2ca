import { ascii, bytes, document, integer, long, text } from '../entity/columns.js';
import { entity } from '../entity/entity.js';
import type { Table } from '../entity/table.js';

/** Whose settings they are: of an app in an agreement, and there of all or of one person. */
type Owned = { readonly agreementNumber: number; readonly appNumber: number; readonly owner: string };

const OWNED = {
  agreementNumber: integer('agreement_number'),
  appNumber: integer('app_number'),
  owner: ascii('owner', 43),
};

/** What apps keep, each under a key of its own. */
export const AppSettingEntity = entity<
  Owned & {
    readonly settingKey: string;
    readonly settingKeyFolded: string;
    readonly content: string;
    readonly version: number;
  }
>('app_setting', ['agreementNumber', 'appNumber', 'owner', 'settingKeyFolded'], {
  ...OWNED,
  settingKey: text('setting_key', 100),
  settingKeyFolded: bytes('setting_key_folded', 1200),
  content: document('content'),
  version: long('version'),
});

/** How many settings there are, of which there may only be so many. */
export const AppSettingCountEntity = entity<Owned & { readonly settings: number }>(
  'app_setting_count',
  ['agreementNumber', 'appNumber', 'owner'],
  { ...OWNED, settings: integer('settings') },
);

/** The tables of settings. */
export const APP_SETTING_ENTITIES: readonly Table[] = [AppSettingEntity, AppSettingCountEntity];
