import type { Timestamp } from '@kontor/kernel';
import type { Grant } from '@kontor/studio';
import type { FindOptionsWhere } from 'typeorm';
import { IsNull } from 'typeorm/find-options/operator/IsNull.js';
import { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
import { MoreThan } from 'typeorm/find-options/operator/MoreThan.js';
import { Not } from 'typeorm/find-options/operator/Not.js';

/** Which grants have not ended at an instant: neither taken back nor expired. */
export function isCurrent(at: Timestamp): FindOptionsWhere<Grant> {
  return { revoked: IsNull(), expires: MoreThan(at) };
}

/** All others. */
export function hasEnded(at: Timestamp): FindOptionsWhere<Grant>[] {
  return [{ revoked: Not(IsNull()) }, { expires: LessThanOrEqual(at) }];
}
