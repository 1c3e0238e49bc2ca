import { expect } from 'chai';
import { where } from '../src/index.js';

describe('where', () => {
  const texts: readonly [text: string, filter: { readonly text: string }][] = [
    ['name$eq:Post', where('name').eq('Post')],
    ['name$ne:Post', where('name').ne('Post')],
    ['price$gt:1', where('price').gt(1)],
    ['price$gte:-0.5', where('price').gte(-0.5)],
    ['price$lt:0.0000001', where('price').lt(1e-7)],
    ['price$lt:-0.00000000000000012345', where('price').lt(-1.2345e-16)],
    ['price$lte:1000000000000000000000', where('price').lte(1e21)],
    ['price$lte:-123450000000000000000000', where('price').lte(-1.2345e23)],
    ['barred$eq:false', where('barred').eq(false)],
    ['name$like:*ost*', where('name').like('*ost*')],
    ['name$like:a$(b$)*', where('name').like('a(b)*')],
    ['name$like:*50$* off*', where('name').contains('50* off')],
    ['name$like:$$1*', where('name').startsWith('$1')],
    ['name$like:*$$', where('name').endsWith('$')],
    ['number$in:[1,2,$null:]', where('number').in([1, 2, null])],
    ['number$nin:[3]', where('number').notIn([3])],
    ['unit$eq:$null:', where('unit').isAbsent()],
    ['unit$ne:$null:', where('unit').isPresent()],
  ];
  for (const [text, filter] of texts) {
    it(`writes ${text}`, () => {
      expect(filter.text).to.equal(text);
    });
  }

  it('escapes each character that means something in a filter', () => {
    expect(where('name').eq('$ ( ) * , [ ] : - ~').text).to.equal('name$eq:$$ $( $) $* $, $[ $] : - ~');
    expect(where('name').eq('$null:').text).to.equal('name$eq:$$null:');
    expect(where('name').eq('a$and:b$eq:c').text).to.equal('name$eq:a$$and:b$$eq:c');
  });

  it('refuses a number that is none', () => {
    expect(() => where('price').eq(NaN)).to.throw(RangeError);
    expect(() => where('price').in([Infinity])).to.throw(RangeError);
  });

  for (const values of [[], Array.from({ length: 201 }, (_, n) => n), undefined])
    it(`refuses a list of ${values?.length ?? 'nothing'}`, () => {
      expect(() => where('price').in(values as number[])).to.throw(RangeError, '1 to 200 values');
    });

  for (const value of [undefined, null, new Date(0)])
    it(`compares with no ${value instanceof Date ? 'Date' : String(value)}`, () => {
      expect(() => where('date').gte(value as never)).to.throw(RangeError, 'not a value to compare with');
    });

  it('joins conditions from left to right', () => {
    const filter = where('a').eq(1).and('b').eq(2).or('c').eq(3);

    expect(filter.text).to.equal('a$eq:1$and:b$eq:2$or:c$eq:3');
  });

  it('keeps an alternative together when a condition is added to it', () => {
    const filter = where('a').eq(1).or('b').eq(2).and('c').eq(3);

    expect(filter.text).to.equal('(a$eq:1$or:b$eq:2)$and:c$eq:3');
  });

  it('takes another filter, in parentheses where it needs them', () => {
    const either = where('b').like('x').or('c').lt(3);
    const both = where('b').like('x').and('c').lt(3);

    expect(where('a').eq(1).and(either).text).to.equal('a$eq:1$and:(b$like:x$or:c$lt:3)');
    expect(where('a').eq(1).or(either).text).to.equal('a$eq:1$or:b$like:x$or:c$lt:3');
    expect(where('a').eq(1).or(both).text).to.equal('a$eq:1$or:b$like:x$and:c$lt:3');
  });

  it('does not change the filter that another was made from', () => {
    const filter = where('a').eq(1);

    filter.and('b').eq(2);

    expect(filter.text).to.equal('a$eq:1');
  });
});
