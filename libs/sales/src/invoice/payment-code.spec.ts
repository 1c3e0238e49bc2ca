import { expect } from 'chai';
import type { Decimal } from '@kontor/kernel';
import { ibanInGroups, paymentCodeOf } from './payment-code.js';

const PAYMENT = {
  name: 'Nord Handel GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  currency: 'EUR',
  amount: '197.5' as Decimal,
  remittance: 'INV7',
};

describe('the code that banks’ apps read (EPC069-12)', () => {
  it('is a transfer to an account, of an amount, for something', () => {
    expect(paymentCodeOf(PAYMENT)?.split('\n')).to.deep.equal([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Nord Handel GmbH',
      'DE89370400440532013000',
      'EUR197.50',
      '',
      '',
      'INV7',
    ]);
  });

  it('is none but in euro, to an IBAN whose digits check, and of an amount that may be transferred', () => {
    const refused = [
      { currency: 'DKK' },
      { iban: 'DE89370400440532013001' },
      { iban: '12345' },
      { amount: '0' as Decimal },
      { amount: '-5' as Decimal },
      { amount: '1000000000' as Decimal },
      { amount: '1.005' as Decimal },
    ];
    for (const more of refused) {
      expect(paymentCodeOf({ ...PAYMENT, ...more }), JSON.stringify(more)).to.equal(undefined);
    }
    expect(paymentCodeOf({ ...PAYMENT, amount: '999999999.99' as Decimal })).to.contain('EUR999999999.99');
  });

  it('shortens a long name, keeps its lines apart, and leaves out what is no BIC', () => {
    const lines = paymentCodeOf({ ...PAYMENT, name: `${'Ä'.repeat(80)}`, remittance: 'a\nb', bic: 'x' });

    expect(lines?.split('\n')).to.include.members(['Ä'.repeat(70), 'a b']);
    expect(lines?.split('\n')[4]).to.equal('');
  });

  it('shows an IBAN in groups of four, and what is none as it was written', () => {
    expect(ibanInGroups('DE89370400440532013000')).to.equal('DE89 3704 0044 0532 0130 00');
    expect(ibanInGroups('my account')).to.equal('my account');
  });
});
