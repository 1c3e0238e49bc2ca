import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { recorded } from '@kontor/api';
import { timestampOf } from '@kontor/kernel';
import type { SqlBooks } from '@kontor/sql';
import { noteInOthers, type Agreement } from '@kontor/studio';
import { noSuchAgreement } from './agreement-text.js';
import { printable } from './text-table.js';
import type { CommandAnswer, CommandContext } from './command.js';

type Flagging = {
  readonly agreementNumber: number;
  readonly flags: Partial<Pick<Agreement, 'blocked' | 'forDeletion'>>;
  /** What is true then, read after the agreement. */
  readonly then: string;
};

/** Changes the flags of an agreement and says so. */
export async function flagAgreement(
  { database, clock, record }: CommandContext,
  { agreementNumber, flags, then }: Flagging,
): Promise<Either<string, CommandAnswer>> {
  const flagging =
    ({ studio }: SqlBooks): TaskEither<string, CommandAnswer> =>
    async () => {
      const agreement = await studio.agreements.flag(agreementNumber, flags);
      if (agreement === undefined) return left(noSuchAgreement(agreementNumber));
      if (flags.blocked === true) await endTemporaryAccess(studio, agreementNumber, { clock, record });
      return right({
        json: agreement,
        text: `Agreement ${agreementNumber} (${printable(agreement.name)}) ${then}.\n`,
      });
    };
  return recorded(database)(agreementNumber, flagging, () => record())();
}

/**
 * Ends the access that administrators have to a blocked agreement, and that it has as an administrator to its
 * clients, who are told. Unblocking gives none of it back: an administrator asks for new grants.
 */
async function endTemporaryAccess(
  { grants, clientAudit }: Pick<SqlBooks['studio'], 'grants' | 'clientAudit'>,
  agreementNumber: number,
  { clock, record }: Pick<CommandContext, 'clock' | 'record'>,
): Promise<void> {
  const ended = await grants.revokeTemporary(agreementNumber, timestampOf(clock()));
  await noteInOthers(clientAudit, agreementNumber, ended, () => record());
}
