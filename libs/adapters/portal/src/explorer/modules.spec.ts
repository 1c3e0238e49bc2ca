import { expect } from 'chai';
import { Description, type OpenApi } from '../../explorer/description.js';
import { and, comparisonsOf, escaped, sortedNext } from '../../explorer/filter.js';
import { aligned, asTyped, Exact, negated, numberTyped, parse, print, sumOf } from '../../explorer/json.js';
import { asking, filledIn, hashOf, Places, readable, spotIn, valuesIn } from '../../explorer/place.js';

const exact = (text: string): Exact => new Exact(text);

describe('the modules of the explorer', () => {
  describe('numbers', () => {
    it('are added exactly, whatever decimals they have', () => {
      expect(sumOf(['0.10', '0.2', '-1'].map(exact)).text).to.equal('-0.70');
      expect(sumOf(['9007199254740993.01', '0.01'].map(exact)).text).to.equal('9007199254740993.02');
      expect(sumOf([]).text).to.equal('0');
    });

    it('are turned without a negative zero', () => {
      expect(['1.50', '-1.50', '0.00', '0'].map((text) => negated(exact(text)).text)).to.deep.equal([
        '-1.50',
        '1.50',
        '0.00',
        '0',
      ]);
    });

    it('stand one above the other with the same decimals', () => {
      expect(aligned(['1', '2.5', '-3.25'].map(exact)).map(({ text }) => text)).to.deep.equal([
        '1.00',
        '2.50',
        '-3.25',
      ]);
    });

    it('go out as they were typed, and what is none goes out as text', () => {
      const [a, b, c] = ['12.50', 'twelve', '012'].map((typed) => numberTyped(typed, 'en'));
      expect(print({ a, b, c } as never)).to.equal('{\n  "a": 12.50,\n  "b": "twelve",\n  "c": "012"\n}');
    });

    it('are read as people write them, where that means one thing', () => {
      const read = (typed: string, language: string): unknown => {
        const number = numberTyped(typed, language);
        return number instanceof Exact ? Number(number.text) : number;
      };
      for (const language of ['en-GB', 'de-DE', 'es-ES', 'it-IT']) {
        expect(read('1.234,50', language)).to.equal(1234.5);
        expect(read('-1,234,567.50', language)).to.equal(-1_234_567.5);
        expect(read('1234.5', language)).to.equal(1234.5);
        for (const none of ['1.23,4', '1,23.4', '1.234,', ',5', '1,234,567', '1.234.567', '1,2,3'])
          expect(read(none, language), none).to.equal(none);
      }
      expect(read('1234,5', 'de-DE')).to.equal(1234.5);
      for (const language of ['en-GB', 'de-DE', 'es-ES', 'it-IT'])
        for (const number of ['1.500', '-1234567.05', '0.1', '12', '1e5'])
          expect(numberTyped(asTyped(new Exact(number), language), language)).to.deep.equal(
            new Exact(number),
          );
      expect(read('1234,5', 'en-GB')).to.equal('1234,5');
      // To some a thousand and a half, to others one and a half.
      for (const language of ['de-DE', 'es-ES', 'it-IT'])
        expect(read('1.500', language), language).to.equal('1.500');
      expect(read('1.500', 'en-GB')).to.equal(1.5);
      expect(read('1,500', 'en-GB')).to.equal('1,500');
      expect(read('0.125', 'de-DE')).to.equal(0.125);
    });

    it('are told from text, members and lists when they come in', () => {
      const value = parse('{"a":1,"b":["2",true,null]}') as Record<string, unknown>;

      expect(value['a']).to.be.instanceOf(Exact);
      expect(value['b']).to.deep.equal(['2', true, null]);
    });
  });

  describe('places', () => {
    const places = new Places('https://books.example/api', 'http://127.0.0.1:3000/api');

    it('are what follows the address of the service, by its published name or by the one it was loaded from', () => {
      expect(places.of('https://books.example/api/products?demo=true')).to.equal('/products?demo=true');
      expect(places.of('http://127.0.0.1:3000/api/products')).to.equal('/products');
      expect(places.address('/products')).to.equal('http://127.0.0.1:3000/api/products');
    });

    it('are never elsewhere', () => {
      for (const link of [
        'https://books.example.evil/api/x',
        'https://books.example/apix',
        'javascript:x',
        '',
      ]) {
        expect(places.of(link), link).to.equal(undefined);
      }
    });

    it('stand in the fragment, alone or with the form of an action', () => {
      for (const spot of [{ place: '/a?b=c' }, { place: '/', form: 'create' }]) {
        expect(spotIn(hashOf(spot))).to.deep.equal(spot);
      }
      expect(spotIn('')).to.equal(undefined);
      expect(spotIn('#content')).to.equal(undefined);
    });

    it('come from templates, with what a path cannot hold escaped', () => {
      expect(filledIn('/products/{productNumber}?demo=true', { productNumber: 'LIC/12 ø' })).to.equal(
        '/products/LIC_6_12_9_%C3%B8?demo=true',
      );
      expect(readable('LIC_6_12_9_%C3%B8')).to.equal('LIC/12 ø');
      expect(readable('%')).to.equal('%');
    });

    it('are recognised by templates', () => {
      expect(valuesIn('/years/{year}/totals', '/years/2026/totals')).to.deep.equal({ year: '2026' });
      expect(valuesIn('/years/{year}/totals', '/years/2026/entries')).to.equal(undefined);
      expect(valuesIn('/years/{year}', '/years/')).to.equal(undefined);
    });

    it('are asked anew from their first page', () => {
      expect(
        asking('/p?demo=true&skippages=2&after=x&sort=name', { filter: 'name$like:*a*', sort: '' }),
      ).to.equal('/p?demo=true&filter=name$like:*a*');
    });
  });

  describe('filters', () => {
    it('escape what means something in them', () => {
      expect(escaped('50 $ (net), *[x]')).to.equal('50 $$ $(net$)$, $*$[x$]');
    });

    it('compare text, amounts and choices each in their own way', () => {
      const words = (schema: { type?: string; enum?: string[] }): string[] =>
        comparisonsOf(schema).map((one) => one.words);

      expect(words({ type: 'string' })).to.include('contains');
      expect(words({ type: 'number' }))
        .to.include('isAtLeast')
        .and.not.include('contains');
      expect(words({ type: 'boolean' })).to.deep.equal(['is', 'isNot']);
    });

    it('are joined, with alternatives kept together', () => {
      expect(and('', 'a$eq:1')).to.equal('a$eq:1');
      expect(and('a$eq:1', 'b$eq:2')).to.equal('a$eq:1$and:b$eq:2');
      expect(and('a$eq:1$or:b$eq:2', 'c$eq:3')).to.equal('(a$eq:1$or:b$eq:2)$and:c$eq:3');
    });

    it('turn a column up, down, and back', () => {
      expect(['', 'name', '-name', 'other'].map((sort) => sortedNext(sort, 'name'))).to.deep.equal([
        'name',
        '-name',
        '',
        'name',
      ]);
    });
  });

  it('find an operation by the most fixed template, and its body', () => {
    const document = {
      paths: {
        '/things/{id}': {
          get: { summary: 'one' },
          put: { requestBody: body({ $ref: '#/components/schemas/T' }) },
        },
        '/things/drafts': { get: { summary: 'drafts' } },
      },
      components: { schemas: { T: { type: 'object', required: ['name'] } } },
    } as unknown as OpenApi;
    const description = new Description(document);

    expect(description.operation('GET', '/things/drafts?x=1')?.summary).to.equal('drafts');
    expect(description.operation('GET', '/things/7')?.summary).to.equal('one');
    expect(description.operation('GET', '/other')).to.equal(undefined);
    expect(description.body('PUT', '/things/7')?.required).to.deep.equal(['name']);
  });
});

function body(schema: unknown): unknown {
  return { content: { 'application/json': { schema } } };
}
