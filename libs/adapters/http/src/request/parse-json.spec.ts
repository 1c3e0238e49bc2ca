import { expect } from 'chai';
import fc from 'fast-check';
import { BODY_VALUES_MAX, memberTexts, parseJson, scanJson } from './parse-json.js';

/** Whether units of 10^-scale are what a double is written as, counted without a float. */
function isEqual(units: bigint, scale: number, double: number): boolean {
  const [mantissa = '', exponent = '0'] = String(double).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = scale - (fraction.length - Number(exponent));
  const other = BigInt(whole + fraction);
  return shift >= 0 ? units === other * 10n ** BigInt(shift) : units * 10n ** BigInt(-shift) === other;
}

describe('scanning a JSON text (G24)', () => {
  it('counts how deep objects and lists nest, and not what stands in strings', () => {
    expect(scanJson('{"a":[{"b":"[[[["}]}').depth).to.equal(3);
    expect(scanJson('"\\"[[["').depth).to.equal(0);
  });

  it('survives a million levels, and looks no further than at what would be taken', () => {
    expect(scanJson('['.repeat(1_000_000)).depth).to.equal(BODY_VALUES_MAX);
    expect(scanJson(`[${'0,'.repeat(1_000_000)}0]`).values).to.equal(BODY_VALUES_MAX + 1);
  });

  it('counts as many values as there are, or more', () => {
    for (const [text, values] of [
      ['1', 1],
      ['[]', 2],
      ['{"a":[1,2,{"b":"],[,"}],"c":null}', 7],
    ] as const) {
      expect(scanJson(text).values, text).to.equal(values);
    }
  });

  it('finds numbers whose digits a double would lose', () => {
    expect(scanJson('{"a":12345678901234567890,"b":9999999999999.001}').lossy).to.have.length(2);
    expect(scanJson('{"a":1e999,"b":1e-999}').lossy).to.have.length(2);
    expect(scanJson('{"a":12345678901234567890e999}').lossy).to.have.length(1);
  });

  it('finds what is too long to be looked at, whatever it says', () => {
    expect(scanJson(`{"a":1.${'0'.repeat(98)}}`).lossy).to.have.length(0);
    expect(scanJson(`{"a":1.${'0'.repeat(99)}}`).lossy).to.have.length(1);
  });

  it('finds exactly the numbers that read back as others', () => {
    const digits = fc.stringMatching(/^[0-9]{1,22}$/);
    const exponent = fc.option(fc.integer({ min: -340, max: 340 }), { nil: undefined });
    fc.assert(
      fc.property(fc.boolean(), digits, fc.option(digits), exponent, (isNegative, whole, fraction, power) => {
        const text = [
          isNegative ? '-' : '',
          whole.replace(/^0+(?=\d)/, ''),
          fraction === null ? '' : `.${fraction}`,
          power === undefined ? '' : `e${power}`,
        ].join('');
        const scale = (fraction ?? '').length - (power ?? 0);
        const same = Number(text);
        const back =
          Number.isFinite(same) && isEqual(BigInt(whole + (fraction ?? '')), scale, Math.abs(same));

        expect(scanJson(`[${text}]`).lossy, text).to.have.length(back ? 0 : 1);
      }),
      { numRuns: 500 },
    );
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

  it('takes a number whose decimals are lost for infinity, instead of another number', () => {
    const text = '{"a":1.2345678901234567890,"b":1}';

    const parsed = parseJson(text, scanJson(text));

    expect(parsed).to.deep.equal({ a: Infinity, b: 1 });
  });

  it('takes one that is too large for a huge number, however many there are', () => {
    for (const times of [1, 2_000]) {
      const numbers = Array.from({ length: times }, () => '12345678901234567890,-1e400,1e-400');
      const text = `[${numbers.join()}]`;

      const parsed = parseJson(text, scanJson(text)) as readonly number[];

      expect(new Set(parsed)).to.deep.equal(new Set([1e300, Infinity]));
    }
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
