import { left, right } from 'fp-ts/lib/Either.js';
import { timestampOf } from '@kontor/kernel';
import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { identifier } from '../../readers.js';

export const revokeGrant = command({
  name: 'revoke',
  says: 'revokes a grant: its token is refused from then on',
  options: {
    agreement: required('N', 'the number of the agreement', identifier),
    grant: required('M', 'the number of the grant', identifier),
  },
  run: async ({ config, database, clock }, { agreement: agreementNumber, grant: grantNumber }) => {
    const revoked = await database.studio.grants.revoke(agreementNumber, grantNumber, timestampOf(clock()));
    if (revoked === undefined) {
      const whereToLook = `kontor grant list --agreement ${agreementNumber} shows what there is`;
      return left(`agreement ${agreementNumber} has no grant ${grantNumber}; ${whereToLook}.`);
    }
    const seconds = config.rememberCredentialsMs / 1000;
    const text = `Grant ${grantNumber} of agreement ${agreementNumber} is revoked.`;
    return right({
      json: revoked,
      text: `${text} A running service refuses its token within ${seconds} seconds.\n`,
    });
  },
});
