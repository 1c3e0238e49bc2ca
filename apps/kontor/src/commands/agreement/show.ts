import { left, right } from 'fp-ts/lib/Either.js';
import { agreementState, noSuchAgreement } from '../../agreement-text.js';
import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { identifier } from '../../readers.js';
import { columns } from '../../text-table.js';

/** `kontor agreement show N`. */
export const showAgreement = command({
  name: 'show',
  says: 'shows one agreement',
  operands: { agreement: required('N', 'the number of the agreement', identifier) },
  run: async ({ database }, { agreement: agreementNumber }) => {
    const agreement = await database.studio.agreements.find(agreementNumber);
    if (agreement === undefined) return left(noSuchAgreement(agreementNumber));
    const { name, isAdministrator, administratorNumber, baseCurrency, modules, signupDate } = agreement;
    const text = columns([
      ['agreement', String(agreementNumber)],
      ['name', name],
      ['state', agreementState(agreement)],
      ...(isAdministrator ? [['administrator', 'yes']] : []),
      ...(administratorNumber === undefined ? [] : [['client of', String(administratorNumber)]]),
      ['base currency', baseCurrency],
      ['modules', modules.join(', ')],
      ['since', signupDate],
    ]);
    return right({ json: agreement, text });
  },
});
