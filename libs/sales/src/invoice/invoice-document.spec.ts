import { expect } from 'chai';
import { sellerLines } from './invoice-document.js';

describe('what stands below the seller’s name (Directive 2006/112/EC, Art. 226)', () => {
  it('is the address, the numbers with the tax office and the register, and the account', () => {
    const company = {
      addressLine1: 'Am Hafen 1',
      addressLine2: 'Hof B',
      zip: '24937',
      city: 'Flensburg',
      country: 'Deutschland',
      vatNumber: 'DE123456789',
      companyIdentificationNumber: 'HRB 77',
      ibanNumber: 'DE89370400440532013000',
    };

    expect(sellerLines(company)).to.deep.equal([
      'Am Hafen 1, Hof B',
      '24937 Flensburg, Deutschland',
      'VAT number DE123456789 · Reg. HRB 77',
      'IBAN DE89370400440532013000',
    ]);
  });

  it('is nothing where nothing is known, and never half a line', () => {
    expect(sellerLines({})).to.deep.equal([]);
    expect(sellerLines({ city: 'Flensburg', vatNumber: '' })).to.deep.equal(['Flensburg']);
  });
});
