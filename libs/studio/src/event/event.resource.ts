import {
  addressOfItem,
  computed,
  described,
  generatedKey,
  integer,
  jsonDocument,
  line,
  listOf,
  readOnly,
  reference,
  resource,
  timestamp,
  eventTypeName,
  type ValueOf,
} from '@kontor/kernel';
import { App } from '../app/app.resource.js';

const ADDRESS_MAX = 2_000;
const MEMBERS_MAX = 200;

/**
 * What became of one thing of the agreement, and by whom: never its values, which whoever may read the thing
 * reads there (issue 16).
 */
export const Event = resource('events', 'event', {
  fields: {
    sequence: described(
      generatedKey(integer({ min: 1 })),
      'counts the events of the agreement without holes, in the order in which they were kept',
    ),
    type: described(
      readOnly(eventTypeName('event', { min: 1, max: 60 })),
      'the thing and what became of it: product.created, voucher.booked, accountingYear.closed',
    ),
    time: described(readOnly(timestamp()), 'when it was changed'),
    collection: described(readOnly(line({ min: 1, max: 60 })), 'which the thing is in'),
    resource: described(
      computed(addressOfItem({ max: ADDRESS_MAX })),
      'the address of the thing, also of one that is removed; a grant has none',
    ),
    numbers: described(
      computed(jsonDocument({ bytes: 5_000, levels: 2, holds: 'identifiers' })),
      'the identifier of the thing, and those of the items it lives in, by their names',
    ),
    changed: described(
      computed(listOf(line({ min: 1, max: 100 }), { max: MEMBERS_MAX })),
      'of an update: the members that have another value now',
    ),
    requestId: described(
      computed(line({ min: 1, max: 36 })),
      'the X-Request-Id of the answer to the request that changed it',
    ),
    app: described(
      computed(reference(App.collection, 'appNumber', integer({ min: 0 }))),
      'the app by which it was changed',
    ),
    user: described(computed(line({ min: 1, max: 250 })), 'the person by whose grant it was changed'),
  },
  filterable: ['type', 'collection', 'resource', 'app.appNumber', 'user', 'requestId'],
  sortable: [],
  operations: ['list', 'get'],
});
export type Event = ValueOf<typeof Event>;
