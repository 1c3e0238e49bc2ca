import { expect } from 'chai';
import { grouped } from '../../explorer/json.js';
import { dateForPeople, instantIn } from '../visit/visit.js';

/** How many formats of a language are made while something is written. */
function formatsMadeBy(write: () => void): number {
  const { DateTimeFormat, NumberFormat } = Intl;
  let made = 0;
  const counted = <F extends object>(format: F): F =>
    new Proxy(format, {
      construct: (...given) => {
        made += 1;
        return Reflect.construct(...(given as unknown as Parameters<typeof Reflect.construct>)) as object;
      },
    });
  Object.assign(Intl, { DateTimeFormat: counted(DateTimeFormat), NumberFormat: counted(NumberFormat) });
  try {
    write();
  } finally {
    Object.assign(Intl, { DateTimeFormat, NumberFormat });
  }
  return made;
}

describe('what pages write as people of a language do', () => {
  it('makes nothing anew for each date: a page of 1,000 grants kept all others waiting', () => {
    expect(dateForPeople({ locale: 'de-DE' }, '2026-11-29T23:59:59Z')).to.equal('29. November 2026');
    const written = (): void => {
      dateForPeople({ locale: 'it-IT' }, '2026-11-29');
      instantIn({ locale: 'it-IT' }, '2026-11-29T23:59:59Z');
    };

    // One for each way of writing, and for none of the dates.
    expect(formatsMadeBy(() => Array.from({ length: 1000 }, written))).to.be.at.most(2);
    expect(formatsMadeBy(written)).to.equal(0);
  });

  it('makes nothing anew for each amount of a page of 1,000 entries, either', () => {
    expect(grouped('-1234567.50', 'de-DE')).to.equal('-1.234.567,50');

    expect(formatsMadeBy(() => grouped('0.125', 'de-DE'))).to.equal(0);
  });
});
