import { expect } from 'chai';
import { COUNTRY_CODES } from './country-code.data.js';

describe('the country codes', () => {
  const codes = COUNTRY_CODES.map((country) => country.code);

  it('are the 249 of ISO 3166-1', () => {
    expect(COUNTRY_CODES).to.have.length(249);
  });

  it('are two capital letters, each once, in order', () => {
    expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).to.deep.equal([]);
    expect(new Set(codes)).to.have.property('size', codes.length);
    expect(codes).to.deep.equal([...codes].sort());
  });

  it('mark the 27 member states as members of the one-stop-shop, and Northern Ireland’s GB not', () => {
    const members = COUNTRY_CODES.filter((country) => country.ossMember).map((country) => country.code);

    expect(members).to.have.length(27);
    expect(members).to.include.members(['BG', 'DE', 'DK', 'GR', 'HR', 'SE']);
    expect(members).not.to.include.oneOf(['GB', 'NO', 'CH', 'EL', 'XI']);
  });

  it('mark the jurisdictions of Annex I as black-listed, none of them a member state', () => {
    const blackListed = COUNTRY_CODES.filter((country) => country.isBlackListed);

    expect(blackListed.map((country) => country.code)).to.deep.equal([
      'AI',
      'AS',
      'GU',
      'PA',
      'PW',
      'RU',
      'TC',
      'VI',
      'VN',
      'VU',
    ]);
    expect(blackListed.filter((country) => country.ossMember)).to.deep.equal([]);
  });

  it('have a text key made of their code', () => {
    expect(COUNTRY_CODES.filter(({ code, textId }) => textId !== `country.${code}`)).to.deep.equal([]);
  });
});
