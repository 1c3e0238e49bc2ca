import { required } from '../../arguments.js';
import { command } from '../../command.js';
import { flagAgreement } from '../../flag-agreement.js';
import { identifier } from '../../readers.js';

/** `kontor agreement mark-for-deletion N`. */
export const markAgreementForDeletion = command({
  name: 'mark-for-deletion',
  says: 'marks an agreement for deletion: SuperUsers read it, nothing is written to it, no administrator gets a grant of it',
  operands: { agreement: required('N', 'the number of the agreement', identifier) },
  run: (context, { agreement: agreementNumber }) =>
    flagAgreement(context, { agreementNumber, flags: { forDeletion: true }, then: 'is marked for deletion' }),
});
