import { fixedList, type FixedList } from '@kontor/kernel';
import { APP_ROLES, AppRole } from './app/app-role.resource.js';
import { LANGUAGES } from './agreement/language.js';
import { Language } from './agreement/language.resource.js';
import { Module, MODULES } from './caller/module.resource.js';

/** The lists that the system itself owns, the same for every agreement, by collection name. */
export function studioFixedLists(): ReadonlyMap<string, FixedList> {
  return new Map([
    [AppRole.collection, fixedList(AppRole, APP_ROLES)],
    [Language.collection, fixedList(Language, LANGUAGES)],
    [Module.collection, fixedList(Module, MODULES)],
  ]);
}
