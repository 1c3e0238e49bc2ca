import { expect } from 'chai';
import fc from 'fast-check';
import { LOSSY_NUMBER } from '@kontor/kernel';
import { memberTexts, parseJson, scanJson } from './json-text.js';

describe('scanning a JSON text', () => {
  it('counts how deep objects and lists nest, and not what stands in strings', () => {
    expect(scanJson('{"a":[{"b":"[[[["}]}').depth).to.equal(3);
    expect(scanJson('"\\"[[["').depth).to.equal(0);
  });

  it('survives a million levels', () => {
    expect(scanJson('['.repeat(1_000_000)).depth).to.equal(1_000_000);
  });

  it('finds numbers whose digits a double would lose', () => {
    expect(scanJson('{"a":12345678901234567890,"b":9999999999999.001}').lossy).to.have.length(2);
    expect(scanJson('{"a":1e999,"b":1e-999}').lossy).to.have.length(2);
    expect(scanJson('{"a":12345678901234567890e999}').lossy).to.have.length(1);
  });

  it('leaves what is no number of JSON for the parser to refuse', () => {
    for (const written of [
      '12345678901234567--',
      '0123456789012345678',
      '1234567890123456.',
      '1e',
      '--1e5',
    ]) {
      const text = `{"a":${written}}`;

      expect(() => parseJson(text, scanJson(text)), written).to.throw(SyntaxError);
    }
  });

  it('takes numbers that read back as they were written, however they are spelled', () => {
    expect(
      scanJson('[9999999999999.99,0.10000000000000000,1.0,100e-2,0.30000000000000004]').lossy,
    ).to.have.length(0);
  });

  it('marks a number that loses digits instead of parsing it', () => {
    const text = '{"a":12345678901234567890,"b":1}';

    const parsed = parseJson(text, scanJson(text));

    expect(parsed).to.deep.equal({ a: { [LOSSY_NUMBER]: '12345678901234567890' }, b: 1 });
  });

  it('parses everything that JSON.stringify writes to what it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false } as never), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text, scanJson(text))).to.deep.equal(JSON.parse(text));
      }),
    );
  });
});

describe('the texts of members', () => {
  const contentOf = (text: string): string | undefined => memberTexts(text).get('content');

  it('are what stands there, to the last digit, blank and double', () => {
    const content = '{ "b":12345678901234567890.10, "a":[1,{"content":2}], "a":"}\\\",", "__proto__":1e400 }';

    expect(contentOf(` {"settingKey":"k" , "content" :\t${content}\n, "x":{"content":0}} `)).to.equal(
      content,
    );
  });

  it('are of the last where a name is given several times, however it is written', () => {
    expect(contentOf('{"content":1,"cont\\u0065nt":null}')).to.equal('null');
    expect(contentOf('{"content":"a","content":-1.50e+3}')).to.equal('-1.50e+3');
  });

  it('are none of what is no object, or is empty', () => {
    for (const text of ['{}', ' { } ', '[]', '[{"content":1}]', '"content"', '17', 'null', '{"a":{}}']) {
      expect(contentOf(text), text).to.equal(undefined);
    }
  });

  it('parse to what the object has', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const texts = memberTexts(JSON.stringify(value, null, 1));
        const parsed = [...texts].map(([name, text]) => [name, JSON.parse(text) as unknown]);
        expect(Object.fromEntries(parsed)).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
