import { boolean, code, described, key, line, required, resource, type ValueOf } from '@kontor/kernel';

/** §2.11: a country by the two letters of ISO 3166-1. The list is the service's own (ADR 5). */
export const CountryCode = resource('country-codes', 'country code', {
  fields: {
    code: key(code(2)),
    isBlackListed: described(boolean(), 'on the list of non-cooperative tax jurisdictions'),
    ossMember: described(boolean(), 'member of the one-stop-shop scheme'),
    textId: described(required(line({ min: 1, max: 50 })), 'the key of its name in translations'),
  },
  filterable: ['code', 'isBlackListed', 'ossMember', 'textId'],
  example: { code: 'DE', isBlackListed: false, ossMember: true, textId: 'Germany' },
  operations: ['list', 'get'],
});
export type CountryCode = ValueOf<typeof CountryCode>;
