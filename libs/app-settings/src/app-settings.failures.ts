import type { ChangedSince, KeyExists, NotFound } from '@kontor/kernel';

/** §8: an app keeps at most 200 settings for an agreement, and 200 for each person of it. */
export const SETTINGS_MAX = 200;

/** There are as many settings as there may be, and this would be one more (E10060). */
export type TooManySettings = {
  readonly kind: 'TooManySettings';
  readonly settingKey: string;
  readonly most: number;
};

/** Every refusal of the app-settings context. */
export type AppSettingsFailure = ChangedSince | KeyExists | NotFound | TooManySettings;
