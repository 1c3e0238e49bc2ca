import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { lookOfName, plainName, pretendsToBe } from './name.rules.js';

describe('a name that people tell apart by looking at it', () => {
  it('is kept in its compatibility form', () => {
    expect(plainName('Ｋｏｎｔｏｒ ﬁnder', 50)).to.deep.equal(right('Kontor finder'));
    expect(plainName('Åse Lindqvist', 50)).to.deep.equal(right('Åse Lindqvist'));
  });

  it('is counted in that form, which may be longer', () => {
    expect(plainName('ﷺ'.repeat(3), 50)).to.deep.equal(
      left('must have at most 50 characters in its normal form (NFKC)'),
    );
  });

  it('has nothing that nobody sees', () => {
    for (const unseen of [
      '\u200b',
      '\u202e',
      '\ufeff',
      '\u2060',
      '\u00ad',
      '\u115f',
      '\u034f',
      '\u{e0061}',
    ]) {
      expect(plainName(`Kon${unseen}tor`, 50), JSON.stringify(unseen)).to.deep.equal(
        left('must not contain characters that nobody sees'),
      );
    }
    expect(plainName('Kon\u200dtor', 50)).to.have.property('_tag', 'Left');
  });

  it('keeps joiners where its script needs them, and how an emoji is drawn', () => {
    for (const name of ['می\u200cخواهم', 'ක්\u200dෂ', 'Heart ❤\ufe0f']) {
      expect(plainName(name, 50), name).to.deep.equal(right(name.normalize('NFKC')));
    }
  });

  it('has words of one alphabet each', () => {
    expect(plainName('Kоntor', 50)).to.deep.equal(
      left('must not mix Latin, Greek, Cyrillic or the like in one word'),
    );
    expect(plainName('анна@example.com', 50)).to.deep.equal(right('анна@example.com'));
    expect(plainName('請求書 Kontor', 50)).to.deep.equal(right('請求書 Kontor'));
  });

  it('looks like another that differs in letters only that are taken for one another', () => {
    expect(lookOfName('Сор')).to.equal('cop');
    expect(pretendsToBe('аnnа@example.com', 'Anna@example.com')).to.equal(true);
    expect(pretendsToBe('ANNA', 'anna')).to.equal(false);
    expect(pretendsToBe('anna1', 'annal')).to.equal(false);
    expect(pretendsToBe('Bo', 'Bø')).to.equal(false);
    expect(pretendsToBe('Bill  Pay', 'Bill Pay')).to.equal(true);
    expect(pretendsToBe('B0OKS', 'Books')).to.equal(true);
    expect(pretendsToBe('Books 10', 'Books 1')).to.equal(false);
  });

  it('is only put in lower case where it is ASCII, as names of earlier versions were', () => {
    const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32));
    expect(lookOfName(ascii)).to.equal(ascii.toLowerCase());
  });
});
