import { right } from 'fp-ts/lib/Either.js';
import {
  AgreementSetting,
  UserSetting,
  type AppSetting,
  type AppSettingRepository,
  type SettingsOwner,
} from '@kontor/app-settings';
import { required, type AnyResource } from '@kontor/kernel';
import { readEndpoint, type Asked, type Endpoint } from '../endpoint/endpoint.js';
import { keptElsewhere, type KeptRepository } from '../endpoint/kept-elsewhere.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import type { Services } from '../service/services.js';

const ROOT = '/app-settings';
const OF_AGREEMENT = `${ROOT}/agreement`;
const OF_USER = `${ROOT}/user`;

const AGREEMENT_SETTING = AgreementSetting as unknown as AnyResource;
const USER_SETTING = UserSetting as unknown as AnyResource;

/** §4.2, D13, D181: what apps keep; every role may, and each app sees its own only. */
export const appSettingsEndpoints: readonly Endpoint[] = [
  readEndpoint({
    path: ROOT,
    stability: 'stable',
    access: 'anyRole',
    parameters: {},
    summary:
      'Where the settings of the calling app are: for the agreement, and for the person who gave the grant.',
    gives: {
      object: { agreement: { linkTo: AGREEMENT_SETTING }, user: { linkTo: USER_SETTING } },
      hasSelf: true,
    },
    perform: async (_, { links, style }) => {
      const body = JSON.stringify({
        agreement: links.to(OF_AGREEMENT, {}, style),
        user: links.to(OF_USER, {}, style),
        self: links.to(ROOT, {}, style),
      });
      return right({ status: 200, body, tagged: body });
    },
  }),
  ...settingRows(AgreementSetting, OF_AGREEMENT, ({ caller: { appNumber } }) => ({ appNumber })),
  ...settingRows(UserSetting, OF_USER, ({ caller: { appNumber, userName } }) => ({ appNumber, userName })),
];

function settingRows(
  of: typeof AgreementSetting,
  path: string,
  ownerOf: (asked: Asked) => SettingsOwner,
): readonly Endpoint[] {
  const settingsOf = (services: Services, asked: Asked): AppSettingRepository =>
    services.appSettings.of(ownerOf(asked));
  const rows = resourceEndpoints(of, {
    path,
    read: 'anyRole',
    refuses: { replace: ['E10060'], remove: [] },
    decided: {
      create: (services, draft, asked) => settingsOf(services, asked).create(draft as AppSetting),
    },
  });
  return keptElsewhere(
    of as unknown as AnyResource,
    (services, asked) => settingsOf(services, asked) as unknown as KeptRepository,
    rows.map(namingItInTheBody),
  );
}

/** D128: the key stands in the URL and in the body, the same. */
function namingItInTheBody(row: Endpoint): Endpoint {
  if (row.method !== 'PUT' || row.body === undefined) return row;
  const { settingKey, ...fields } = AgreementSetting.fields;
  return { ...row, body: { ...row.body, fields: { settingKey: required(settingKey), ...fields } } };
}
