import { boolean, generatedKey, itemNumber, line, readOnly, resource, type ValueOf } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';

/** §2.4b. An agreement whose books an administrator agreement may work with. */
export const ClientAgreement = resource('client-agreements', 'client agreement', {
  fields: {
    agreementNumber: generatedKey(itemNumber()),
    blocked: readOnly(boolean()),
    forDeletion: readOnly(boolean()),
    name: readOnly(line({ min: 1, max: 250 })),
  },
  filterable: ['agreementNumber', 'blocked', 'forDeletion', 'name'],
  operations: ['list', 'get'],
});
export type ClientAgreement = ValueOf<typeof ClientAgreement>;

/** An agreement as its administrator sees it. */
export function clientAgreement({ agreementNumber, blocked, forDeletion, name }: Agreement): ClientAgreement {
  return { agreementNumber, blocked, forDeletion, name };
}
