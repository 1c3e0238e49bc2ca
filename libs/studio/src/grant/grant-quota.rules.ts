import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, timestampOf, type RuleBroken } from '@kontor/kernel';
import { QUOTAS } from '../quotas.js';
import type { GrantRepository } from './grant.js';

/** §8: whether a person may give one more app access to an agreement's books. */
export async function mayGiveOneMore(
  grants: Pick<GrantRepository, 'countCurrent'>,
  { agreementNumber, userName, now }: { agreementNumber: number; userName: string; now: Date },
): Promise<boolean> {
  const at = timestampOf(now);
  const given = await grants.countCurrent({ agreementNumber }, at);
  // Only who stands under a large number is counted apart.
  return (
    given < QUOTAS.grantsOfPerson ||
    (given < QUOTAS.grantsOfAgreement &&
      (await grants.countCurrent({ agreementNumber, userName }, at)) < QUOTAS.grantsOfPerson)
  );
}

/** §8: an administrator has at most so many temporary grants at a time. */
export function mayAskForMore(current: number, asked: number): Either<RuleBroken, void> {
  const max = QUOTAS.grantsOfAdministrator;
  return current + asked <= max
    ? right(undefined)
    : left(
        ruleBroken(
          'E10400',
          'agreementNumbers',
          `would make ${current + asked} temporary grants that have not ended; there may be ${max}`,
        ),
      );
}
