import { right } from 'fp-ts/lib/Either.js';
import {
  AgreementSetting,
  UserSetting,
  type AppSettingRepository,
  type SettingsOwner,
} from '@kontor/app-settings';
import { required } from '@kontor/kernel';
import { readEndpoint, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { perRequestRepository } from '../endpoint/per-request-repository.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import type { Services } from '../service/services.js';

const ROOT = '/app-settings';
const OF_AGREEMENT = `${ROOT}/agreement`;
const OF_USER = `${ROOT}/user`;

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
      object: { agreement: { linkTo: AgreementSetting }, user: { linkTo: UserSetting } },
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
  ...settingRoutes(AgreementSetting, OF_AGREEMENT, ({ caller: { appNumber } }) => ({ appNumber })),
  ...settingRoutes(UserSetting, OF_USER, ({ caller: { appNumber, userName } }) => ({ appNumber, userName })),
];

function settingRoutes(
  resource: typeof AgreementSetting,
  path: string,
  ownerOf: (request: ApiRequest) => SettingsOwner,
): readonly Endpoint[] {
  const settingsOf = (services: Services, request: ApiRequest): AppSettingRepository =>
    services.appSettings.of(ownerOf(request));
  const routes = resourceEndpoints(resource, {
    path,
    read: 'anyRole',
    refuses: { replace: ['E10060'], remove: [] },
    handlers: {
      create: (services, draft, request) => settingsOf(services, request).create(draft),
    },
  });
  return perRequestRepository(
    resource,
    (services, request) => settingsOf(services, request),
    routes.map(namingItInTheBody),
  );
}

/** D128, §2.10: the key stands in the URL and in the body, exactly the same. */
function namingItInTheBody(route: Endpoint): Endpoint {
  if (route.method !== 'PUT' || route.body === undefined) return route;
  const { settingKey, ...fields } = AgreementSetting.fields;
  const keyInUrl = { field: AgreementSetting.key, urlWins: false, exact: true } as const;
  return { ...route, body: { fields: { settingKey: required(settingKey), ...fields }, keyInUrl } };
}
