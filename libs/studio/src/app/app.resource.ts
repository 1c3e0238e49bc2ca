import {
  computed,
  fullDate,
  generatedKey,
  integer,
  line,
  listOf,
  readOnly,
  reference,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';
import { ROLES, type RoleName } from '../caller/role.js';
import type { StoredApp } from './app.js';
import { AppRole } from './app-role.resource.js';

/** §8: characters of the name that people see when they are asked for access. */
export const APP_NAME_MAX = 50;
/** §8: characters of the address at which an app begins. */
export const APP_ROOT_URL_MAX = 200;
const TOKEN_MAX = 50;
const GRANT_URL_MAX = 500;

const { name: roleName, requiredModules } = AppRole.fields;

/** The members of an app that `/self` shows beside its number (D7). */
export const SHOWN_OF_APP = {
  name: line({ min: 1, max: APP_NAME_MAX }),
  appPublicToken: line({ min: 1, max: TOKEN_MAX }),
  created: fullDate(),
  requiredRoles: listOf(
    reference(AppRole.collection, 'roleNumber', integer({ min: 0 }), {
      projection: { name: roleName, requiredModules },
    }),
    { max: ROLES.length },
  ),
};

/** §2.10. An app, as the agreement that it belongs to sees it. */
export const App = resource('apps', 'app', {
  fields: {
    appNumber: generatedKey(integer({ min: 0 })),
    name: required(SHOWN_OF_APP.name),
    appPublicToken: readOnly(SHOWN_OF_APP.appPublicToken),
    /** Only in the answer that says that the app was made: what is kept is its hash (G30). */
    appSecretToken: computed(line({ min: 1, max: TOKEN_MAX })),
    created: readOnly(SHOWN_OF_APP.created),
    /** Made by the adapter that knows the public address. */
    grantUrl: computed(line({ min: 1, max: GRANT_URL_MAX })),
    requiredRoles: required(SHOWN_OF_APP.requiredRoles),
    rootUrl: required(line({ min: 1, max: APP_ROOT_URL_MAX })),
  },
  filterable: ['appNumber', 'created', 'name'],
  example: {
    name: 'Webshop',
    rootUrl: 'https://shop.example.com',
    requiredRoles: [{ roleNumber: 1, name: 'Sales' }],
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
/** As it is kept. */
export type App = StoredApp;
/** An app with its members as representations have them. */
export type AppValue = ValueOf<typeof App>;

/** An app as its resource shows it. */
export function appValue({
  appNumber,
  name,
  appPublicToken,
  created,
  requiredRoles,
  rootUrl,
}: StoredApp): AppValue {
  return { appNumber, name, appPublicToken, created, requiredRoles: rolesNamed(requiredRoles), rootUrl };
}

/** Roles as references show them, by number. */
export function rolesNamed(names: readonly RoleName[]): AppValue['requiredRoles'] {
  return ROLES.filter(({ name }) => names.includes(name)).map((role) => ({ ...role, requiredModules: [] }));
}
