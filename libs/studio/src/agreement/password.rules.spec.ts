import { expect } from 'chai';
import { passwordRefusal } from './password.rules.js';

const COMMON = new Set(['password', 'liverpool', 'correcthorsebatterystaple', 'qwertyuiop']);
const refusal = (password: string, about: readonly string[] = []) =>
  passwordRefusal(password, { about, isCommon: (word) => COMMON.has(word) });

describe('a new password', () => {
  it('has 12 to 200 characters, as people count them', () => {
    expect(refusal('Wm4-tulip-k')).to.equal('length');
    expect(refusal('Wm4-tulip-ks')).to.equal(undefined);
    const long = Array.from({ length: 200 }, (_, place) => String.fromCodePoint(0x1f300 + place * 2)).join(
      '',
    );
    expect(refusal(long)).to.equal(undefined);
    expect(refusal(`${long}x`)).to.equal('length');
  });

  it('is none of the commonest, neither in other letters nor with a year behind it', () => {
    for (const common of [
      'CorrectHorseBatteryStaple',
      'Liverpool2026',
      'p@ssw0rd2026!',
      '***password***',
      '1234password',
    ])
      expect(refusal(common), common).to.equal('common');
    expect(refusal('password of a bakery')).to.equal(undefined);
  });

  it('is no repetition and no row of neighbours', () => {
    for (const plain of [
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      'hunter7hunter7',
      '123456789012',
      'abcdefghijkl',
      'qwertzuiop12',
      '🔑'.repeat(40),
    ])
      expect(refusal(plain), plain).to.equal('pattern');
  });

  it('is not what others know of the person', () => {
    const about = ['Åse Lindqvist', 'aase.lindqvist@example.com', 'Kavana & Søn'];
    for (const own of ['Lindqvist2026!', 'aase.lindqvist@example.com', 'lindqvistkavana'])
      expect(refusal(own, about), own).to.equal('own');
    expect(refusal('Lindqvist eats herring', about)).to.equal(undefined);
  });

  it('may be a few words', () => {
    expect(refusal('correct horse battery')).to.equal(undefined);
  });
});
