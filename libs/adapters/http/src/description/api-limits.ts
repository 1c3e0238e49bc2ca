import { CONTENT_BYTES_MAX, CONTENT_LEVELS_MAX, SETTINGS_MAX } from '@kontor/app-settings';
import {
  ACCRUAL_MONTHS_MAX,
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_BYTES_MAX,
  BOOKED_LINES_MAX,
  BOOKINGS_MAX,
  REFUSALS_KEPT,
  WARNINGS_KEPT,
} from '@kontor/ledger';
import {
  DEFAULT_PAGE_SIZE,
  EVENT_WAITS_MAX,
  STORED_ANSWERS_BYTES_MAX,
  MAX_PAGE_SIZE,
  PAGE_BYTES_MAX,
} from '@kontor/kernel';
import { CHANGED_CHARACTERS_MAX } from '@kontor/sales';
import { ALIASES_MAX } from '@kontor/products';
import { QUOTAS } from '@kontor/studio';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../handler/idempotency.js';
import { ADDRESS_LENGTH_MAX } from '../request/address.js';
import { SERVER_LIMITS } from '../http-server.js';
import { EXPORTS_AT_ONCE, EXPORTS_OF_AGREEMENT } from '../interchange/sent-exports.js';
import { LINE_BYTES_MAX } from '../interchange/file-lines.js';
import { IMPORT_BYTES_MAX, IMPORTS_UNDER_WAY_MAX } from '../interchange/begun-import.js';
import { LIST_ITEMS_MAX } from '../request/decode-body.js';
import { FILTER_LIMITS } from '../request/filter-text.js';
import { BODY_VALUES_MAX } from '../request/parse-json.js';
import { BODY_BYTES_MAX, BODY_LEVELS_MAX, BODY_MEMBERS_MAX } from '../request/read-body.js';
import { SORT_KEYS_MAX } from '../request/sort-text.js';

/** A limit that a caller may meet, beside those of single members. */
export type ApiLimit = { readonly of: string; readonly value: number; readonly unit: string };

/** §8, G23 to G25, amendment 179: the limits of a request, in the order in which a caller meets them. */
export const API_LIMITS: readonly ApiLimit[] = [
  { of: 'page size, when none is asked for', value: DEFAULT_PAGE_SIZE, unit: 'items' },
  { of: 'page size; more is capped', value: MAX_PAGE_SIZE, unit: 'items' },
  {
    of: `page of more than ${DEFAULT_PAGE_SIZE} items, what their lists and documents hold together`,
    value: PAGE_BYTES_MAX,
    unit: 'bytes',
  },
  {
    of: `page of more than ${DEFAULT_PAGE_SIZE} alias layers, the product aliases of all of them`,
    value: DEFAULT_PAGE_SIZE * ALIASES_MAX,
    unit: 'aliases',
  },
  { of: 'filter', value: FILTER_LIMITS.characters, unit: 'characters' },
  { of: 'filter', value: FILTER_LIMITS.predicates, unit: 'predicates' },
  { of: 'filter', value: FILTER_LIMITS.levels, unit: 'levels of parentheses' },
  { of: 'list of `$in:` or `$nin:`', value: FILTER_LIMITS.listValues, unit: 'values' },
  { of: 'pattern of `$like:`', value: FILTER_LIMITS.wildcards, unit: 'wildcards' },
  { of: 'sort', value: SORT_KEYS_MAX, unit: 'properties' },
  { of: 'address', value: ADDRESS_LENGTH_MAX, unit: 'characters' },
  { of: 'headers, with the address', value: SERVER_LIMITS.maxHeaderBytes, unit: 'bytes' },
  { of: 'headers, until they are there', value: SERVER_LIMITS.headersTimeoutMs / 1000, unit: 'seconds' },
  {
    of: 'request, until it is there, unless its body keeps coming',
    value: SERVER_LIMITS.requestTimeoutMs / 1000,
    unit: 'seconds',
  },
  {
    of: `the same, of whose body ${SERVER_LIMITS.bodyBytesPerSecondMin.toLocaleString('en')} bytes a second come`,
    value: SERVER_LIMITS.bodyTimeoutMs / 1000,
    unit: 'seconds',
  },
  { of: 'body that is refused, read on', value: SERVER_LIMITS.refusedBodyMs / 1000, unit: 'seconds' },
  { of: 'the same', value: SERVER_LIMITS.refusedBodyBytesMax, unit: 'bytes' },
  { of: '`Idempotency-Key`', value: IDEMPOTENCY_KEY_LENGTH_MAX, unit: 'characters' },
  {
    of: 'answers of an agreement that are kept under an `Idempotency-Key`, together',
    value: STORED_ANSWERS_BYTES_MAX,
    unit: 'bytes',
  },
  { of: 'body', value: BODY_BYTES_MAX, unit: 'bytes' },
  { of: 'body', value: BODY_LEVELS_MAX, unit: 'levels' },
  { of: 'object in a body', value: BODY_MEMBERS_MAX, unit: 'members' },
  { of: 'body', value: BODY_VALUES_MAX, unit: 'values' },
  { of: 'body, where a list is taken', value: LIST_ITEMS_MAX, unit: 'items' },
  { of: 'vouchers that are booked together', value: BOOKINGS_MAX, unit: 'vouchers' },
  { of: 'the same, their lines', value: BOOKED_LINES_MAX, unit: 'lines' },
  { of: 'the same, and one voucher, what their accruals touch', value: ACCRUAL_MONTHS_MAX, unit: 'months' },
  {
    of: 'drafts that a change of an additional expense gives other VAT, together',
    value: CHANGED_CHARACTERS_MAX,
    unit: 'characters',
  },
  { of: 'attachment of a voucher', value: ATTACHMENT_BYTES_MAX, unit: 'bytes' },
  { of: 'attachments of an agreement, together', value: ATTACHMENTS_BYTES_MAX, unit: 'bytes' },
  { of: 'file that is imported', value: IMPORT_BYTES_MAX, unit: 'bytes' },
  { of: 'imports of an agreement that run or wait', value: IMPORTS_UNDER_WAY_MAX, unit: 'imports' },
  { of: 'line of a file that is imported', value: LINE_BYTES_MAX, unit: 'bytes' },
  { of: 'refusals that an import tells', value: REFUSALS_KEPT, unit: 'refusals' },
  { of: 'warnings that an import tells', value: WARNINGS_KEPT, unit: 'warnings' },
  { of: 'exports that a process sends at once', value: EXPORTS_AT_ONCE, unit: 'exports' },
  { of: 'the same, of one agreement', value: EXPORTS_OF_AGREEMENT, unit: 'exports' },
  { of: 'app settings, of an app for an agreement', value: SETTINGS_MAX, unit: 'settings' },
  { of: 'app settings, of an app for a person', value: SETTINGS_MAX, unit: 'settings' },
  { of: 'content of an app setting', value: CONTENT_BYTES_MAX, unit: 'bytes' },
  { of: 'content of an app setting', value: CONTENT_LEVELS_MAX, unit: 'levels' },
  { of: 'apps of an agreement', value: QUOTAS.apps, unit: 'apps' },
  {
    of: 'access to an agreement that its people gave and that has not ended',
    value: QUOTAS.grantsOfAgreement,
    unit: 'grants',
  },
  { of: 'the same, given by one person', value: QUOTAS.grantsOfPerson, unit: 'grants' },
  {
    of: 'access that an administrator asked for and that has not ended',
    value: QUOTAS.grantsOfAdministrator,
    unit: 'grants',
  },
  {
    of: 'browsers in which one person is signed in; the earliest is signed out for one more',
    value: QUOTAS.sessionsOfPerson,
    unit: 'sessions',
  },
  { of: 'product aliases of an alias layer', value: ALIASES_MAX, unit: 'aliases' },
  {
    of: 'requests of an agreement that wait for events, in one process; 503 for more',
    value: EVENT_WAITS_MAX,
    unit: 'requests',
  },
  { of: 'the same, of one grant alone', value: EVENT_WAITS_MAX / 2, unit: 'requests' },
  { of: 'webhooks of an agreement, of all apps', value: QUOTAS.webhooks, unit: 'webhooks' },
];
