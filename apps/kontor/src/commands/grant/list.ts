import { left, right } from 'fp-ts/lib/Either.js';
import { timestampOf, type Timestamp } from '@kontor/kernel';
import type { Grant } from '@kontor/studio';
import { noSuchAgreement } from '../../agreement-text.js';
import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { identifier } from '../../readers.js';
import { textTable } from '../../text-table.js';

/** `kontor grant list`; tokens are not shown, nobody has them. */
export const listGrants = command({
  name: 'list',
  says: 'lists the grants of an agreement',
  options: { agreement: required('N', 'the number of the agreement', identifier) },
  run: async ({ database, clock }, { agreement: agreementNumber }) => {
    const { agreements, apps, grants } = database.studio;
    if ((await agreements.find(agreementNumber)) === undefined) return left(noSuchAgreement(agreementNumber));
    const listed = await grants.listOf(agreementNumber);
    const now = timestampOf(clock());
    const rows: string[][] = [];
    for (const grant of listed) {
      const app = await apps.find(grant.appNumber);
      const { grantNumber, appNumber, userName, roles, issued, expires } = grant;
      const named = `${appNumber} ${app?.name ?? ''}`;
      rows.push([
        String(grantNumber),
        named,
        userName,
        roles.join(','),
        issued,
        expires,
        stateOf(grant, now),
      ]);
    }
    const heading = ['GRANT', 'APP', 'GIVEN BY', 'ROLES', 'ISSUED', 'EXPIRES', 'STATE'];
    return right({
      json: listed,
      text: textTable(heading, rows, `Agreement ${agreementNumber} has given no grants.`),
    });
  },
});

function stateOf({ revoked, expires }: Grant, now: Timestamp): string {
  if (revoked !== undefined) return `revoked ${revoked}`;
  return expires <= now ? 'expired' : 'valid';
}
