import { expect } from 'chai';
import { passwordRefusal } from './password.rules.js';

const COMMON = new Set([
  ...['password', 'liverpool', 'correcthorsebatterystaple', 'qwertyuiop'],
  ...['159753486207', 'sunshineflower'],
]);
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
      // Of digits alone, and with a sign in the place of its first letter.
      '159753486207',
      '$unsh1neflower',
      'password8402913',
    ])
      expect(refusal(common), common).to.equal('common');
    // So much around it is a password by itself.
    for (const more of ['password84029137', 'password8402913750'])
      expect(refusal(more), more).to.equal(undefined);
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
      'poiuztrewq21',
      'ttttkkkk9999ww',
    ])
      expect(refusal(plain), plain).to.equal('pattern');
    // Six turns, the same twelve signs twice, and a word that is only begun again.
    for (const other of ['tttkkk999wwwbbbooo', 'tulip-9-roodtulip-9-rood', 'hunter7hunte'])
      expect(refusal(other), other).to.equal(undefined);
  });

  it('is not what others know of the person', () => {
    const about = ['Åse Lindqvist', 'aase.lindqvist@example.com', 'Kavana & Søn'];
    for (const own of ['Lindqvist2026!', 'aase.lindqvist@example.com', 'lindqvistkavana'])
      expect(refusal(own, about), own).to.equal('own');
    expect(refusal('Lindqvist eats herring', about)).to.equal(undefined);
    // Words of a name count from four letters on, and the longest of them first.
    expect(refusal('aase-aase-12', ['Aase'])).to.equal('own');
    expect(refusal('boekboek-tul', ['Bo Ek'])).to.equal(undefined);
    expect(refusal('lindqvist-947', ['Lind Lindqvist'])).to.equal('own');
    expect(refusal('lindqvist-tulip-9', about)).to.equal(undefined);
    expect(refusal('lindqvist-tulip9', about)).to.equal('own');
  });

  it('may be a few words', () => {
    expect(refusal('correct horse battery')).to.equal(undefined);
  });
});
