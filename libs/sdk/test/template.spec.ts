import { expect } from 'chai';
import { expand, type Template } from '../src/index.js';

const filled = (template: string, variables: Record<string, string | number>) =>
  expand(template as Template<unknown, typeof variables>, variables) as string;

describe('expand', () => {
  const escapes: readonly [value: string, escaped: string][] = [
    ['<', '_0_'],
    ['>', '_1_'],
    ['*', '_2_'],
    ['%', '_3_'],
    [':', '_4_'],
    ['&', '_5_'],
    ['/', '_6_'],
    ['\\', '_7_'],
    ['_', '_8_'],
    [' ', '_9_'],
    ['?', '_10_'],
    ['.', '_11_'],
    ['#', '_12_'],
    ['+', '_13_'],
  ];
  for (const [value, escaped] of escapes) {
    it(`writes ${value} as ${escaped}`, () => {
      expect(filled('http://x/{key}', { key: `a${value}b` })).to.equal(`http://x/a${escaped}b`);
    });
  }

  it('percent-encodes what the service has no escape for', () => {
    expect(filled('http://x/{key}', { key: 'Ærø,{1}' })).to.equal('http://x/%C3%86r%C3%B8%2C%7B1%7D');
  });

  it('writes an escape in a value so that it stands for itself', () => {
    expect(filled('http://x/{key}', { key: '_6_' })).to.equal('http://x/_8_6_8_');
  });

  it('fills in every variable and keeps the query', () => {
    const template = 'http://x/layers/{layer}/aliases/{product}?demo=true';

    expect(filled(template, { layer: 7, product: 'P/1' })).to.equal(
      'http://x/layers/7/aliases/P_6_1?demo=true',
    );
  });

  it('refuses a variable that is not given, inherited or empty', () => {
    expect(() => filled('http://x/{key}', {})).to.throw(TypeError, 'key');
    expect(() => filled('http://x/{toString}', {})).to.throw(TypeError, 'toString');
    expect(() => filled('http://x/{key}', { key: '' })).to.throw(TypeError, 'key');
    expect(() => filled('http://x/{key}', { key: null as never })).to.throw(TypeError, 'key');
    expect(() => filled('http://x/{key}', undefined as never)).to.throw(TypeError, 'key');
  });

  it('refuses text that was cut within a character, and takes whole ones', () => {
    expect(() => filled('http://x/{key}', { key: 'a\ud83d' })).to.throw(TypeError, 'key');
    expect(() => filled('http://x/{key}', { key: '\ude00b' })).to.throw(TypeError, 'key');
    expect(filled('http://x/{key}', { key: '😀' })).to.equal('http://x/%F0%9F%98%80');
  });

  it('refuses an expression it does not know', () => {
    expect(() => filled('http://x{?key}', { key: 1 })).to.throw(TypeError, '{?key}');
  });
});
