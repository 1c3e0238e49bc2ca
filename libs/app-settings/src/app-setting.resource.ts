import { jsonDocument, key, line, required, resource, type ValueOf } from '@kontor/kernel';

/** D179, amendment 179: what one setting holds at most, as it was sent. */
export const CONTENT_BYTES_MAX = 65_536;
/** How many objects and arrays the content of a setting may be nested in. */
export const CONTENT_LEVELS_MAX = 20;

const declared = {
  fields: {
    settingKey: key(line({ min: 1, max: 100 })),
    content: required(jsonDocument({ bytes: CONTENT_BYTES_MAX, levels: CONTENT_LEVELS_MAX })),
  },
  filterable: ['settingKey'],
  example: { settingKey: 'theme', content: { colour: 'green', dense: true } },
  operations: ['list', 'get', 'replace', 'remove'],
} as const;

/**
 * §2.10. Something that an app keeps for an agreement: any JSON document
 * under a key. Only the same app sees it (D181).
 */
export const AgreementSetting = resource('agreement-settings', 'agreement setting', declared);

/** §2.10. The same, kept for one person of the agreement. */
export const UserSetting = resource('user-settings', 'user setting', declared);

/** A setting of an agreement or of a person in it: both have the same members. */
export type AppSetting = ValueOf<typeof AgreementSetting>;
