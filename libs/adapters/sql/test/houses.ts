import { itemNumber, key, line, resource } from '@kontor/kernel';

/** A resource of no context, for specs of what the core does with any. */
export const House = resource('houses', 'house', {
  fields: { houseNumber: key(itemNumber()), name: line({ max: 50 }) },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
