import { expect } from 'chai';
import fc from 'fast-check';
import { ROUTE_ESCAPES, routeEscaped, routeUnescaped } from './route-parameter.js';

describe('route parameters (§4.1)', () => {
  it('escape each character of the table by its escape', () => {
    for (const [character, escape] of ROUTE_ESCAPES)
      expect(routeEscaped(`a${character}b`)).to.equal(`a${escape}b`);
  });

  it('leave letters, digits and hyphens alone', () => {
    expect(routeEscaped('P-42')).to.equal('P-42');
    expect(routeEscaped(2023)).to.equal('2023');
  });

  it('turn 2023/2024 into 2023_6_2024 and back', () => {
    expect(routeEscaped('2023/2024')).to.equal('2023_6_2024');
    expect(routeUnescaped('2023_6_2024')).to.equal('2023/2024');
  });

  it('percent-encode what the table does not have', () => {
    expect(routeEscaped('Ærø"')).to.equal('%C3%86r%C3%B8%22');
  });

  it('take percent-encoding where an escape could stand as well', () => {
    expect(routeUnescaped('2023%2F2024')).to.equal('2023/2024');
  });

  it('leave an underscore that begins no escape as it is', () => {
    expect(routeUnescaped('A_B')).to.equal('A_B');
    expect(routeUnescaped('A_99_B')).to.equal('A_99_B');
  });

  it('refuse broken percent-encoding', () => {
    expect(routeUnescaped('%E0%A4%A')).to.equal(undefined);
  });

  it('come back as they were, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        expect(routeUnescaped(routeEscaped(value))).to.equal(value);
      }),
    );
  });

  it('hold no character that would end a path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 1 }), (value) => {
        expect(routeEscaped(value)).to.match(/^[^/?#\s]+$/);
      }),
    );
  });
});
