import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { typesAreKnown } from './known-types.rules.js';

const TYPES = ['invoice.booked', 'invoice.updated', 'customer.created', 'accountingYear.closed'];

describe('the types that a webhook is asked for', () => {
  it('are types of events that there are, or all of a thing', () => {
    expect(typesAreKnown([], TYPES)).to.deep.equal(right(undefined));
    expect(typesAreKnown(['invoice.booked', 'customer.*', 'accountingYear.closed'], TYPES)).to.deep.equal(
      right(undefined),
    );
  });

  it('are refused where there is no such type, with the nearest that there is', () => {
    const pairs = [
      ['invoice.boked', 'invoice.booked'],
      ['invoices.booked', 'invoice.booked'],
      ['customers.*', 'customer.*'],
      ['accountingyear.closed', 'accountingYear.closed'],
      ['invoice.update', 'invoice.updated'],
    ] as const;
    for (const [type, nearest] of pairs) {
      expect(typesAreKnown(['invoice.*', type], TYPES)).to.deep.equal(
        left({ kind: 'EventTypeUnknown', property: 'types[1]', type, nearest }),
      );
    }
  });

  it('are told no nearest that is far away, and one that is in other case', () => {
    for (const type of ['payment.received', 'x.y', '*.created', 'c'.repeat(10_000)]) {
      expect(typesAreKnown([type], TYPES)).to.deep.equal(
        left({ kind: 'EventTypeUnknown', property: 'types[0]', type }),
      );
    }
    expect(typesAreKnown(['INVOICE.BOOKED'], TYPES)).to.have.nested.property(
      'left.nearest',
      'invoice.booked',
    );
  });

  it('may stay what the webhook has already', () => {
    expect(typesAreKnown(['order.created'], TYPES, ['order.created'])).to.deep.equal(right(undefined));
    expect(typesAreKnown(['order.*'], TYPES, ['order.created'])).to.have.property('_tag', 'Left');
  });
});
