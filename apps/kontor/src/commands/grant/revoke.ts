import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { recorded } from '@kontor/api';
import { timestampOf, type Timestamp } from '@kontor/kernel';
import type { SqlBooks } from '@kontor/sql';
import type { Grant } from '@kontor/studio';
import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { identifier } from '../../readers.js';

/** `kontor grant revoke`; what the app has booked stays. */
export const revokeGrant = command({
  name: 'revoke',
  says: 'revokes a grant: its token is refused from then on',
  options: {
    agreement: required('N', 'the number of the agreement', identifier),
    grant: required('M', 'the number of the grant', identifier),
  },
  run: async ({ config, database, clock, record }, { agreement: agreementNumber, grant: grantNumber }) => {
    const now = timestampOf(clock());
    const done = await recorded(database)(
      agreementNumber,
      revoking(agreementNumber, grantNumber, now),
      record,
    )();
    if (isLeft(done)) {
      const whereToLook = `kontor grant list --agreement ${agreementNumber} shows what there is`;
      return left(`agreement ${agreementNumber} has no grant ${grantNumber}; ${whereToLook}.`);
    }
    const seconds = config.rememberCredentialsMs / 1000;
    const text = `Grant ${grantNumber} of agreement ${agreementNumber} is revoked.`;
    return right({
      json: done.right,
      text: `${text} A running service refuses its token within ${seconds} seconds.\n`,
    });
  },
});

const revoking =
  (agreementNumber: number, grantNumber: number, at: Timestamp) =>
  ({ studio }: SqlBooks): TaskEither<undefined, Grant> =>
  async () => {
    const revoked = await studio.grants.revoke(agreementNumber, grantNumber, at);
    return revoked === undefined ? left(undefined) : right(revoked);
  };
