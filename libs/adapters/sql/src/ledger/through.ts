import { Entry } from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import type { Extent, SqlValue } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';

/** All entries of a year, by its encoded key. */
export function throughEntries(
  access: ResourceAccesses,
  agreementNumber: number,
  year: SqlValue,
  each: number,
): Extent {
  const { table } = accessTo(access, Entry);
  return { agreementNumber, collections: [versionName(table, [year])], each };
}
