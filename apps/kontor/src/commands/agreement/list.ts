import { right } from 'fp-ts/lib/Either.js';
import { agreementState } from '../../agreement-text.js';
import { command } from '../../command.js';
import { textTable } from '../../text-table.js';

/** `kontor agreement list`. */
export const listAgreements = command({
  name: 'list',
  makesDatabase: true,
  says: 'lists every agreement',
  run: async ({ database }) => {
    const agreements = await database.studio.agreements.list();
    const rows = agreements.map((agreement) => [
      String(agreement.agreementNumber),
      agreement.name,
      agreementState(agreement),
      agreement.isAdministrator ? 'administrator' : (agreement.administratorNumber?.toString() ?? ''),
      agreement.baseCurrency,
      agreement.signupDate,
    ]);
    const heading = ['AGREEMENT', 'NAME', 'STATE', 'CLIENT OF', 'CURRENCY', 'SINCE'];
    return right({ json: agreements, text: textTable(heading, rows, 'There are no agreements.') });
  },
});
