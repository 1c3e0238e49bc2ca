import { itemNumber, key, resource } from '@kontor/kernel';

/**
 * What an entry may name (§2.7). This service keeps no projects: the list is
 * empty, and a link to one is answered 501.
 */
export const Project = resource('projects', 'project', {
  fields: { projectNumber: key(itemNumber()) },
  operations: [],
});
