import { expect } from 'chai';
import fc from 'fast-check';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { parameter, queryParameters, valuesOf } from './query-string.js';

const read = (raw: string) => {
  const parameters = queryParameters(raw);
  if (isLeft(parameters)) throw new Error(parameters.left.message);
  return parameters.right;
};
const refused = (raw: string) => {
  const parameters = queryParameters(raw);
  if (isRight(parameters)) throw new Error(`was understood: ${raw}`);
  return parameters.left;
};

describe('queryParameters', () => {
  const table: readonly [raw: string, parameters: readonly (readonly [string, string])[]][] = [
    ['', []],
    ['?', []],
    ['a=1', [['a', '1']]],
    ['?a=1', [['a', '1']]],
    [
      'a=1&b=2&a=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ],
    ],
    ['&&a=1&', [['a', '1']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=1', [['', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a=b?c', [['a', 'b?c']]],
    ['a=x+y%2Bz%20w', [['a', 'x y+z w']]],
    ['a=%C3%86r%C3%B8', [['a', 'Ærø']]],
    ['a=Ærø', [['a', 'Ærø']]],
    ['a=%26%3D%25', [['a', '&=%']]],
    ['a%20b=1', [['a b', '1']]],
    ['Filter=name$eq:x', [['Filter', 'name$eq:x']]],
    ['__proto__=1', [['__proto__', '1']]],
  ];
  for (const [raw, parameters] of table) {
    it(`reads ${JSON.stringify(raw)}`, () => {
      expect(read(raw)).to.deep.equal(parameters);
    });
  }

  const malformed: readonly [raw: string, parameter: string][] = [
    ['filter=%', 'filter'],
    ['a=1&filter=%G1', 'filter'],
    ['filter=%C3', 'filter'],
    ['filter=%C0%80', 'filter'],
    ['filter=%ED%A0%80', 'filter'],
    ['fil%ter=1', 'fil%ter'],
  ];
  for (const [raw, name] of malformed) {
    it(`refuses ${raw}, which is not percent-encoded UTF-8`, () => {
      expect(refused(raw)).to.include({ kind: 'QueryMalformed', parameter: name });
      expect(refused(raw).message).to.contain('%25');
    });
  }

  for (const name of ['filter', 'sort', 'demo']) {
    it(`refuses ${name} given twice`, () => {
      expect(refused(`${name}=a&x=1&${name.toUpperCase()}=a`)).to.include({
        kind: 'QueryMalformed',
        parameter: name,
      });
    });
  }

  it('lets unknown parameters be given twice', () => {
    expect(read('x=1&x=2')).to.have.lengthOf(2);
  });

  it('reads what URLSearchParams writes', () => {
    const pairs = fc.array(
      fc
        .tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
        .filter(([name]) => name !== ''),
    );
    fc.assert(
      fc.property(pairs, (written) => {
        const known = /^(filter|sort|demo)$/i;
        fc.pre(!written.some(([name]) => known.test(name)));

        expect(read(new URLSearchParams(written).toString())).to.deep.equal(written);
      }),
    );
  });
});

describe('parameter', () => {
  it('finds a parameter by its name in any case', () => {
    const parameters = read('x=0&PageSize=5&fIlTeR=a');

    expect(parameter(parameters, 'pagesize')).to.equal('5');
    expect(parameter(parameters, 'filter')).to.equal('a');
    expect(parameter(parameters, 'sort')).to.equal(undefined);
  });

  it('tells an empty parameter from none', () => {
    expect(parameter(read('sort='), 'sort')).to.equal('');
    expect(valuesOf(read('pagesize=1&pageSize=2'), 'pagesize')).to.deep.equal(['1', '2']);
  });
});
