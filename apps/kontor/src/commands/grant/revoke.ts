import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { recorded } from '@kontor/api';
import { timestampOf, type AuditRecord } from '@kontor/kernel';
import { revokeGrant as revokeIn } from '@kontor/studio';
import { noSuchAgreement } from '../../agreement-text.js';
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
      ({ studio }) =>
        async () => {
          const by = (): AuditRecord => record();
          const revoked = await revokeIn(studio, { agreementNumber, grantNumber, at: now, by });
          return revoked === undefined ? left(undefined) : right(revoked);
        },
      record,
    )();
    if (isLeft(done)) {
      if ((await database.studio.agreements.find(agreementNumber)) === undefined)
        return left(noSuchAgreement(agreementNumber));
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
