import type { Dialect } from '../dialect/dialect.js';
import type { Statement } from '../statement.js';
import { versionStep } from '../transaction/collection-version.js';
import { insertEvents, linksOf, raisedBy, type NewEvents } from './event-log.js';
import { raiseVersions } from '../statements/collection-versions.js';

/** Emits events of an agreement outside a write batch of its own; nothing where there are none. */
export function emitEvents(
  dialect: Dialect,
  agreementNumber: number,
  events: NewEvents,
): readonly Statement[] {
  const links = linksOf([events]);
  if (links.length === 0) return [];
  return [
    raiseVersions(dialect, agreementNumber, raisedBy(links), versionStep()),
    ...insertEvents(dialect, agreementNumber, links),
  ];
}
