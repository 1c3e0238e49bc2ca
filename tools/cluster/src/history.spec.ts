import { expect } from 'chai';
import { faultsOf, holesOf, type HistoryEvent, type FoundItem } from './history.js';

const asked = { kind: 'voucher', agreementNumber: 1, keyed: false } as const;
const acknowledged = (tag: string, number: number): HistoryEvent => ({
  ...asked,
  tag,
  outcome: 'acknowledged',
  number,
});
const stored = (tag: string, number: number, agreementNumber = 1): FoundItem => ({
  tag,
  kind: 'voucher',
  agreementNumber,
  number,
});

describe('the history of a run', () => {
  it('is right when all that was acknowledged is there, and perhaps what is unknown', () => {
    const history: readonly HistoryEvent[] = [
      acknowledged('a', 1),
      acknowledged('b', 2),
      { ...asked, tag: 'c', outcome: 'unknown' },
      { ...asked, tag: 'd', outcome: 'unknown' },
      { ...asked, tag: 'e', outcome: 'refused' },
    ];

    expect(faultsOf(history, [stored('b', 2), stored('a', 1), stored('c', 3)])).to.deep.equal([]);
  });

  it('tells of what was lost, doubled, invented, numbered otherwise, or made though refused', () => {
    const history: readonly HistoryEvent[] = [
      acknowledged('lost', 1),
      acknowledged('double', 2),
      acknowledged('other', 4),
      { ...asked, tag: 'unknown', outcome: 'unknown' },
      { ...asked, tag: 'refused', outcome: 'refused' },
    ];
    const found = [
      stored('double', 2),
      stored('double', 3),
      stored('other', 5),
      stored('unknown', 6),
      stored('unknown', 7),
      stored('refused', 8),
      stored('invented', 8),
    ];

    expect(faultsOf(history, found)).to.deep.equal([
      'voucher lost was acknowledged and is not there',
      'voucher double was acknowledged and is there 2 times',
      'voucher other was acknowledged as number 4 and is there as number 5',
      'voucher unknown was unknown and is there 2 times',
      'voucher refused was refused and is there',
      'invented is there and was never asked for',
      'agreement 1, vouchers, has number 8 2 times',
    ]);
  });

  it('tells of the holes among invoices, of each agreement by itself', () => {
    const invoice = (number: number, agreementNumber: number): FoundItem => ({
      ...stored(`${agreementNumber}.${number}`, number, agreementNumber),
      kind: 'invoice',
    });
    const found = [invoice(1, 1), invoice(4, 1), invoice(2, 1), invoice(1, 2), invoice(2, 2), stored('a', 7)];

    expect(holesOf(found)).to.deep.equal(['agreement 1, invoices, has no number 3, but 4']);
  });
});
