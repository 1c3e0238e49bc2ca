import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { flagAgreement } from '../../flag-agreement.js';
import { identifier } from '../../readers.js';

/** `kontor agreement block N`. */
export const blockAgreement = command({
  name: 'block',
  says: 'blocks an agreement: nothing is written to it, and no administrator gets a grant of it',
  operands: { agreement: required('N', 'the number of the agreement', identifier) },
  run: (context, { agreement: agreementNumber }) =>
    flagAgreement(context, { agreementNumber, flags: { blocked: true }, then: 'is blocked' }),
});
