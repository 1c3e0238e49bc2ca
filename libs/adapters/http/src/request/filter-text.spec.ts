import { expect } from 'chai';
import fc from 'fast-check';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import type { ComparisonOperator, RawFilter, RawValue } from '@kontor/kernel';
import { ESCAPED_CHARACTERS } from './filter-token.js';
import { FILTER_LIMITS, filterText } from './filter-text.js';

const compare = (property: string, operator: ComparisonOperator, value: RawValue): RawFilter => ({
  kind: 'compare',
  property,
  operator,
  value,
});
const eq = (property: string, value: RawValue) => compare(property, 'eq', value);
const and = (...of: RawFilter[]): RawFilter => ({ kind: 'and', of });
const or = (...of: RawFilter[]): RawFilter => ({ kind: 'or', of });
const like = (...segments: string[]): RawFilter => ({ kind: 'like', property: 'a', segments });
const list = (kind: 'in' | 'nin', ...values: RawValue[]): RawFilter => ({ kind, property: 'a', values });

const read = (text: string): RawFilter => {
  const filter = filterText(text);
  if (isLeft(filter)) throw new Error(`${text}: ${filter.left.message}`);
  return filter.right;
};
const refused = (text: string) => {
  const filter = filterText(text);
  if (isRight(filter)) throw new Error(`was understood: ${text}`);
  return filter.left;
};

/** As a client escapes a value (§4.1). */
const escaped = (text: string) =>
  [...text]
    .map((character) => (ESCAPED_CHARACTERS.includes(character) ? `$${character}` : character))
    .join('');

/** The fastest of several runs, in milliseconds. */
const fastest = (work: () => unknown): number => {
  const times = Array.from({ length: 7 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
};

describe('filterText (G23)', () => {
  const a = eq('a', '1');
  const b = eq('b', '2');
  const c = eq('c', '3');
  const d = eq('d', '4');
  const grammar: readonly [text: string, filter: RawFilter][] = [
    // predicates
    ['a$eq:1', a],
    ['a$ne:1', compare('a', 'ne', '1')],
    ['a$gt:1', compare('a', 'gt', '1')],
    ['a$gte:1', compare('a', 'gte', '1')],
    ['a$lt:1', compare('a', 'lt', '1')],
    ['a$lte:1', compare('a', 'lte', '1')],
    ['A$EQ:1', eq('A', '1')],
    ['account.accountNumber$Eq:1000', eq('account.accountNumber', '1000')],
    ['a$eq:', eq('a', '')],
    ['a$eq:$and:b$eq:2', and(eq('a', ''), b)],
    ['a$eq:null', eq('a', 'null')],
    ['a$eq:2026-01-31T10:00:00Z', eq('a', '2026-01-31T10:00:00Z')],
    ['a$eq:{"x":\'y\'} -- %_\\', eq('a', '{"x":\'y\'} -- %_\\')],
    // precedence (D112)
    ['a$eq:1$and:b$eq:2', and(a, b)],
    ['a$eq:1$or:b$eq:2', or(a, b)],
    ['a$eq:1$and:b$eq:2$and:c$eq:3', and(a, b, c)],
    ['a$eq:1$or:b$eq:2$and:c$eq:3', or(a, and(b, c))],
    ['a$eq:1$and:b$eq:2$or:c$eq:3', or(and(a, b), c)],
    ['a$eq:1$and:b$eq:2$or:c$eq:3$and:d$eq:4', or(and(a, b), and(c, d))],
    ['a$eq:1$AND:(b$eq:2$Or:c$eq:3)', and(a, or(b, c))],
    ['(a$eq:1$or:b$eq:2)$and:(c$eq:3$or:d$eq:4)', and(or(a, b), or(c, d))],
    ['((a$eq:1)$and:b$eq:2)', and(a, b)],
    ['(((a$eq:1)))', a],
    // spaces
    ['  a$eq:1', a],
    [' ( a$eq:1$and: ( b$eq:2 ) ) ', and(a, eq('b', '2 '))],
    ['(a$eq:1) $and: b $eq:2', and(a, b)],
    ['a$eq:x y ', eq('a', 'x y ')],
    ['a$eq: x $and:b$eq:2', and(eq('a', ' x '), b)],
    ['a$in: [1, 2 ] $or:b$eq:2', or(list('in', '1', ' 2 '), b)],
    ['a$eq:$null: $and:b$eq:2', and(eq('a', null), b)],
    // escapes
    ['a$eq:$$$($)$*$,$[$]', eq('a', '$()*,[]')],
    ['a$eq:$$and:b', eq('a', '$and:b')],
    ['a$eq:$$$$eq:$$', eq('a', '$$eq:$')],
    ['a$eq:$$null:', eq('a', '$null:')],
    ['a$eq:x,y[1]', eq('a', 'x,y[1]')],
    ['a$eq:x*', eq('a', 'x*')],
    ['a$eq:x$*', eq('a', 'x*')],
    ['a$in:[1$,2,$[3$]]', list('in', '1,2', '[3]')],
    // like
    ['a$like:x', like('', 'x', '')],
    ['a$like:x*', like('x', '')],
    ['a$like:*x', like('', 'x')],
    ['a$like:*x*', like('', 'x', '')],
    ['a$LIKE:x*y', like('x', 'y')],
    ['a$like:x$*y', like('', 'x*y', '')],
    ['a$like:x$**', like('x*', '')],
    ['a$like:*', like('', '')],
    ['a$like:', like('', '', '')],
    ['a$like:1,*[2]', like('1,', '[2]')],
    ['a$like:*****', like('', '', '', '', '', '')],
    // absence and lists
    ['a$eq:$null:', eq('a', null)],
    ['a$null:', eq('a', null)],
    ['(a $NULL: )$and:b$eq:2', and(eq('a', null), b)],
    ['a$ne:$NULL:', compare('a', 'ne', null)],
    ['a$gt:$null:', compare('a', 'gt', null)],
    ['(a$eq:$null:)', eq('a', null)],
    ['a$in:[1]', list('in', '1')],
    ['a$nin:[1,2,$null:]', list('nin', '1', '2', null)],
    ['a$in:[ $null: ,1]', list('in', null, '1')],
    ['(a$in:[1]$or:b$eq:2)', or(list('in', '1'), b)],
  ];
  for (const [text, filter] of grammar) {
    it(`reads ${text}`, () => {
      expect(read(text)).to.deep.equal(filter);
    });
  }

  const refusals: readonly [text: string, position: number, message: string][] = [
    ['', 1, 'a property name or an opening parenthesis'],
    ['   ', 4, 'a property name'],
    ['a', 2, 'Expected $eq:, $ne:'],
    ['a=1', 2, 'but found "="'],
    ['name=Lamp', 5, 'but found "="'],
    ['name=*Lamp*', 5, 'but found "="'],
    ['b$eq:1$and: price >= 5', 19, 'but found ">"'],
    ['a$$=1', 6, 'but found the end of the filter'],
    ['$eq:1', 1, 'a property name'],
    [' $eq:1', 2, 'a property name'],
    ['a$foo:1', 2, 'but found "$foo:"'],
    ['a$and:b$eq:1', 2, 'Expected $eq:'],
    ['a$null:x', 8, '$and:, $or: or the end'],
    ['a$eq1', 2, 'operators end with a colon'],
    ['a$', 2, 'A dollar sign stands alone'],
    ['a$eq:5 $', 8, 'written $$'],
    ['a$eq:5 $us', 8, '"$us" is no operator'],
    ['a$eq:5$9', 7, 'A dollar sign stands alone'],
    ['a$eq:1$eq:2', 7, '$and:, $or: or the end'],
    ['a$eq:1$nand:b$eq:2', 7, '"$nand:"'],
    ['a$eq:x$null:', 7, '$null: stands alone'],
    ['a$eq:$null:x', 12, '$and:, $or: or the end'],
    ['a$like:$null:', 8, '$null: stands alone'],
    ['a$eq:f(x)', 7, 'written $('],
    ['a$eq:1)', 7, 'written $)'],
    ['a$eq:1)$and:b$eq:2', 7, 'closes nothing'],
    ['(a$eq:1', 1, 'is not closed'],
    ['(a$eq:1$and:(b$eq:2)', 1, 'is not closed'],
    ['()', 2, 'a property name'],
    ['(a$eq:1)(b$eq:2)', 9, '$and:, $or: or the end'],
    ['(a$eq:1)b$eq:2', 9, '$and:, $or: or the end'],
    ['(a$eq:1) x', 9, '$and:, $or: or the end'],
    ['a$eq:1$and:', 12, 'a property name'],
    ['a$eq:1$or:$and:b$eq:1', 11, 'a property name'],
    ['$and:a$eq:1', 1, 'a property name'],
    ['a[0]$eq:1', 2, 'but found "["'],
    ['a$in:1,2', 6, 'a list such as [1,2,$null:]'],
    ['a$in:$null:', 6, 'a list such as'],
    ['a$in:[]', 7, 'a value of the list'],
    ['a$in:[1,]', 9, 'a value of the list'],
    ['a$in:[1,,2]', 9, 'a value of the list'],
    ['a$in:[ ,2]', 8, 'a value of the list'],
    ['a$in:[1', 8, 'a comma or "]"'],
    ['a$in:[1(2)]', 8, 'a comma or "]"'],
    ['a$in:[[1]]', 7, 'a value of the list'],
    ['a$in:[1$and:b$eq:1', 8, 'a comma or "]"'],
    ['a$in:[1]2', 9, '$and:, $or: or the end'],
    ['a$in:[$null:1]', 13, 'a comma or "]"'],
    ['a$eq:x\0y', 7, 'holds no U+0000'],
  ];
  for (const [text, position, message] of refusals) {
    it(`refuses ${JSON.stringify(text)} at character ${position}`, () => {
      const refusal = refused(text);

      expect(refusal).to.include({ kind: 'FilterNotUnderstood', position });
      expect(refusal.message)
        .to.contain(message)
        .and.match(new RegExp(`at character ${position}\\)\\.$`));
    });
  }

  describe('limits', () => {
    const predicates = (count: number) => Array.from({ length: count }, () => 'a$eq:1').join('$or:');
    const nested = (levels: number) => `${'('.repeat(levels)}a$eq:1${')'.repeat(levels)}`;
    const values = (count: number) => `a$in:[${Array.from({ length: count }, () => '1').join()}]`;
    const text = (characters: number, one = 'x') => `a$eq:${one.repeat(characters - 5)}`;

    it('takes 2,000 characters, and no more', () => {
      expect(read(text(FILTER_LIMITS.characters)))
        .to.have.property('value')
        .with.lengthOf(1995);
      expect(read(text(FILTER_LIMITS.characters, '😀'))).to.have.property('kind', 'compare');
      expect(refused(text(FILTER_LIMITS.characters + 1)).message).to.contain('at most 2000 characters');
      expect(refused(text(FILTER_LIMITS.characters + 1, '😀')).message).to.contain('at most 2000 characters');
    });

    it('takes 50 predicates, and no more', () => {
      expect(read(predicates(50)))
        .to.have.property('of')
        .with.lengthOf(50);
      expect(refused(predicates(51)).message).to.contain('at most 50 predicates');
    });

    it('takes 16 levels of parentheses, and no more', () => {
      expect(read(nested(16))).to.deep.equal(a);
      expect(refused(nested(17))).to.include({ position: 17 });
      expect(read(`${nested(16)}$and:${nested(16)}`)).to.deep.equal(and(a, a));
    });

    it('takes 200 values in a list, and no more', () => {
      expect(read(values(200)))
        .to.have.property('values')
        .with.lengthOf(200);
      expect(refused(values(201)).message).to.contain('at most 200 values');
    });

    it('takes 5 wildcards in a $like:, and no more', () => {
      expect(read('a$like:1*2*3*4*5*6')).to.deep.equal(like('1', '2', '3', '4', '5', '6'));
      expect(read('a$like:*****$*')).to.deep.equal(like('', '', '', '', '', '*'));
      expect(refused('a$like:1*2*3*4*5*6*').message).to.contain('at most 5 wildcards');
    });
  });

  describe('for any text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => !text.includes('\0')),
      fc.string({
        unit: fc.constantFrom(...ESCAPED_CHARACTERS, ' ', 'a', 'and:', 'null:', 'eq:'),
        maxLength: 60,
      }),
    );
    const shortText = anyText.filter((text) => text.trim() !== '' && text.length < 60);

    it('an escaped value is read as it was', () => {
      fc.assert(
        fc.property(anyText, anyText, (one, other) => {
          const text = `a$eq:${escaped(one)}$and:(b$like:${escaped(other)}$or:a$ne:${escaped(one)})`;

          expect(read(text)).to.deep.equal(
            and(
              eq('a', one),
              or({ kind: 'like', property: 'b', segments: ['', other, ''] }, compare('a', 'ne', one)),
            ),
          );
        }),
        { numRuns: 1000 },
      );
    });

    it('escaped pieces of a $like: and values of a list are read as they were', () => {
      fc.assert(
        fc.property(fc.array(shortText, { minLength: 2, maxLength: 6 }), (pieces) => {
          expect(read(`a$like:${pieces.map(escaped).join('*')}`)).to.deep.equal(like(...pieces));
          expect(read(`a$in:[${pieces.map(escaped).join()}]`)).to.deep.equal(list('in', ...pieces));
        }),
      );
    });

    it('there is an answer: a filter, or a refusal that points into the text', () => {
      const pieces = [
        'a',
        '$eq:',
        '$like:',
        '$in:',
        '$and:',
        '$or:',
        '$null:',
        '(',
        ')',
        '[',
        ']',
        ',',
        '*',
        '$$',
        '$',
        ' ',
        '1',
      ];
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...pieces), maxLength: 30 }), (text) => {
          const filter = filterText(text);

          if (isLeft(filter)) expect(filter.left.position).to.be.within(1, text.length + 1);
          else expect(filter.right.kind).to.be.oneOf(['and', 'or', 'compare', 'like', 'in', 'nin']);
        }),
        { numRuns: 5000 },
      );
    });

    it('a filter that is printed is read as it was', () => {
      const { filter } = fc.letrec<{ filter: RawFilter; predicate: RawFilter; joined: RawFilter }>((tie) => ({
        filter: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('predicate'), tie('joined')),
        predicate: fc.oneof(
          shortText.map((value) => eq('a', value)),
          fc.constant(compare('a', 'ne', null)),
          fc.constant(list('in', '1', null)),
          fc.constant(like('x', '')),
        ),
        joined: fc
          .tuple(
            fc.constantFrom('and' as const, 'or' as const),
            fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
          )
          .map(([kind, of]) => ({ kind, of })),
      }));
      fc.assert(
        fc.property(filter, (tree) => {
          const text = printed(tree);
          fc.pre(text.length <= FILTER_LIMITS.characters);

          expect(read(text)).to.deep.equal(tree);
        }),
      );
    });
  });

  describe('at its worst', () => {
    const filled = (start: string, piece: string) => start + piece.repeat(2000).slice(0, 2000 - start.length);
    const worst: Readonly<Record<string, string>> = {
      'only parentheses': '('.repeat(2000),
      'only closing ones': ')'.repeat(2000),
      'only dollars': '$'.repeat(2000),
      'only wildcards': filled('a$like:', '*'),
      'wildcards in a text': filled('a$eq:', '*'),
      'wildcards in a list': filled('a$in:[', '*'),
      'only brackets': filled('a$in:', '['),
      'commas in a list': filled('a$in:[', '1,'),
      'one long value': filled('a$eq:', 'x'),
      'only escapes': filled('a$eq:', '$$'),
      'a dollar and a long word': filled('$', 'a'),
      'dollars and words': filled('a$eq:', '$a'),
      'only spaces': ' '.repeat(2000),
      'spaces in a list': filled('a$in:[', ' '),
      'only words': filled('', '$and:'),
      'short predicates': filled('', 'a$eq:1$or:'),
      'predicates and parentheses': filled('', '(a$eq:1)$and:'),
      nulls: filled('a$in:[', '$null:,'),
    };
    for (const [name, text] of Object.entries(worst)) {
      it(`reads ${name} in less than 5 ms`, () => {
        expect(text).to.have.lengthOf(2000);
        expect(fastest(() => filterText(text))).to.be.below(5);
      });
    }

    it('reads any 2,000 characters in less than 5 ms', () => {
      const pieces = [
        'a',
        '$eq:',
        '$like:',
        '$in:',
        '$and:',
        '$or:',
        '$null:',
        '(',
        ')',
        '[',
        ']',
        ',',
        '*',
        '$$',
        ' ',
        '1',
      ];
      fc.assert(
        fc.property(
          fc.string({ unit: fc.constantFrom(...pieces), minLength: 2000, maxLength: 2000 }),
          (text) => {
            expect(fastest(() => filterText(text.slice(0, 2000)))).to.be.below(5);
          },
        ),
        { numRuns: 50 },
      );
    });
  });
});

/** A tree as text: parentheses around every part of a tree, so that it is read back as it is. */
function printed(filter: RawFilter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of
        .map((one) => ('of' in one ? `(${printed(one)})` : printed(one)))
        .join(`$${filter.kind}:`);
    case 'compare':
      return `${filter.property}$${filter.operator}:${printedValue(filter.value)}`;
    case 'like':
      return `${filter.property}$like:${filter.segments.map(escaped).join('*')}`;
    default:
      return `${filter.property}$${filter.kind}:[${filter.values.map(printedValue).join()}]`;
  }
}

function printedValue(value: RawValue): string {
  return value === null ? '$null:' : escaped(value);
}
