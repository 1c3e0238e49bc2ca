import {
  boolean,
  described,
  itemNumber,
  key,
  line,
  oneOf,
  readOnly,
  resource,
  type ValueOf,
} from '@kontor/kernel';
import { ENTRY_TYPES } from '../posting/posting.js';

/**
 * Facts 3.16. What numbers documents: a prefix, and a count that starts anew
 * in every accounting year (facts 5.1).
 */
export const NumberSeries = resource('number-series', 'number series', {
  fields: {
    numberSeriesNumber: key(itemNumber()),
    prefix: readOnly(line({ min: 1, max: 4 })),
    name: readOnly(line({ min: 1, max: 50 })),
    entryType: described(readOnly(oneOf(ENTRY_TYPES)), 'the kind of document it numbers'),
    allowGaps: described(boolean(), 'numbers of discarded drafts are not used again'),
    isOrdered: described(boolean(), 'numbers are in the order of dates'),
    sequenceType: readOnly(oneOf(['ordered', 'continuous'])),
    systemGenerated: described(boolean(), 'the same for every agreement'),
  },
  filterable: ['entryType', 'name', 'numberSeriesNumber', 'prefix'],
  operations: ['list', 'get'],
});
export type NumberSeries = ValueOf<typeof NumberSeries>;
