import {
  generatedKey,
  itemNumber,
  readOnly,
  reference,
  resource,
  timestamp,
  type ValueOf,
} from '@kontor/kernel';
import type { Grant } from '../grant/grant.js';
import { ClientAgreement } from './client-agreement.resource.js';

/**
 * §2.4b. A temporary grant of a client agreement, as the administrator that asked for it sees it later:
 * without its token.
 */
export const ClientGrant = resource('client-grants', 'client grant', {
  fields: {
    clientGrantNumber: generatedKey(itemNumber()),
    clientAgreement: readOnly(reference(ClientAgreement.collection, 'agreementNumber', itemNumber())),
    issued: readOnly(timestamp()),
    expires: readOnly(timestamp()),
  },
  filterable: ['clientAgreement.agreementNumber', 'clientGrantNumber', 'expires'],
  operations: ['list', 'get'],
});
export type ClientGrant = ValueOf<typeof ClientGrant>;

/** A grant as its administrator sees it. */
export function clientGrant({ grantNumber, agreementNumber, issued, expires }: Grant): ClientGrant {
  return { clientGrantNumber: grantNumber, clientAgreement: { agreementNumber }, issued, expires };
}
