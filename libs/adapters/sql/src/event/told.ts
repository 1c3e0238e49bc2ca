import type { Dialect } from '../dialect/dialect.js';
import type { Statement } from '../statement.js';
import { raiseVersions, versionStep } from '../transaction/collection-version.js';
import { insertEvents, linksOf, raisedBy, type NewEvents } from './event-log.js';

/** Tells an agreement of something outside a batch of its own; nothing where there is nothing to tell. */
export function told(dialect: Dialect, agreementNumber: number, telling: NewEvents): readonly Statement[] {
  const links = linksOf([telling]);
  if (links.length === 0) return [];
  return [
    raiseVersions(dialect, agreementNumber, raisedBy(links), versionStep()),
    ...insertEvents(dialect, agreementNumber, links),
  ];
}
