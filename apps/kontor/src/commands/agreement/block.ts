import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { flagAgreement } from '../../flag-agreement.js';
import { identifier } from '../../readers.js';

/** `kontor agreement block N`. */
export const blockAgreement = command({
  name: 'block',
  says: 'blocks an agreement: it gets no grants from an administrator',
  operands: { agreement: required('N', 'the number of the agreement', identifier) },
  run: (context, { agreement: agreementNumber }) =>
    flagAgreement(context, { agreementNumber, flags: { blocked: true }, then: 'is blocked' }),
});
