import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { flagAgreement } from '../../flag-agreement.js';
import { identifier } from '../../readers.js';

/** `kontor agreement unblock N`. */
export const unblockAgreement = command({
  name: 'unblock',
  says: 'takes the block off an agreement',
  operands: { agreement: required('N', 'the number of the agreement', identifier) },
  run: (context, { agreement: agreementNumber }) =>
    flagAgreement(context, { agreementNumber, flags: { blocked: false }, then: 'is not blocked' }),
});
