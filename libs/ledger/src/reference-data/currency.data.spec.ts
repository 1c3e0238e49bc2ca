import { expect } from 'chai';
import { CURRENCIES } from './currency.data.js';

describe('the currencies', () => {
  const codes = CURRENCIES.map((currency) => currency.code);
  const isoNumbers = CURRENCIES.map((currency) => currency.isoNumber);

  it('are the 178 codes of ISO 4217', () => {
    expect(CURRENCIES).to.have.length(178);
  });

  it('have codes of three capital letters, each once, in order', () => {
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).to.deep.equal([]);
    expect(new Set(codes)).to.have.property('size', codes.length);
    expect(codes).to.deep.equal([...codes].sort());
  });

  it('have numbers of three digits, each once', () => {
    expect(isoNumbers.filter((isoNumber) => !/^\d{3}$/.test(isoNumber))).to.deep.equal([]);
    expect(new Set(isoNumbers)).to.have.property('size', isoNumbers.length);
  });

  it('have names of 1 to 50 characters without outer spaces', () => {
    const misnamed = CURRENCIES.filter(
      ({ name }) => name !== name.trim() || name.length === 0 || [...name].length > 50,
    );

    expect(misnamed).to.deep.equal([]);
  });

  it('keep the leading zeros of their numbers', () => {
    expect(CURRENCIES.find((currency) => currency.code === 'ALL')?.isoNumber).to.equal('008');
  });

  it('include the codes without a country', () => {
    expect(codes).to.include.members(['XAG', 'XAU', 'XDR', 'XPD', 'XPT', 'XTS', 'XXX', 'XAF', 'XOF', 'XPF']);
  });

  it('follow the amendments up to number 180', () => {
    expect(codes).to.include.members(['EUR', 'SLE', 'XAD', 'XCG', 'ZWG']);
    expect(codes).not.to.include.oneOf(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']);
  });
});
