import { expect } from 'chai';
import { DEMO_LINKS, makeLinks, PLAIN_LINKS } from './links.js';

const links = makeLinks('https://api.example.com/books', {
  items: new Map([
    ['products', '/products/:productNumber'],
    ['product-aliases', '/alias-layers/:aliasLayerNumber/product-aliases/:productNumber'],
  ]),
  elsewhere: new Map([['products', ['/products/barred/:productNumber']]]),
  collections: new Map([['products', '/products']]),
  within: new Map(),
});

describe('links', () => {
  it('begin with the configured base address', () => {
    expect(links.itemMaker('products')(['AB/12'], PLAIN_LINKS)).to.equal(
      'https://api.example.com/books/products/AB_6_12',
    );
  });

  it('carry demo=true when the request came that way (D98)', () => {
    expect(links.itemMaker('product-aliases')([7, 'A'], DEMO_LINKS)).to.equal(
      'https://api.example.com/books/alias-layers/7/product-aliases/A?demo=true',
    );
  });

  it('keep a place for what an example does not know, and know it in the next', () => {
    const url = links.itemMaker('product-aliases');

    expect([['A'], [], [7, 'A'], [8, 'A']].map((keys) => url(keys, PLAIN_LINKS))).to.deep.equal(
      ['A/product-aliases/:productNumber', ':aliasLayerNumber/product-aliases/:productNumber']
        .concat(['7/product-aliases/A', '8/product-aliases/A'])
        .map((end) => `https://api.example.com/books/alias-layers/${end}`),
    );
  });

  it('are read back to the identifier they name', () => {
    const url = links.itemMaker('products')(['AB/12 æ'], DEMO_LINKS);

    expect(links.keyIn('products', url)).to.equal('AB/12 æ');
  });

  it('are read with slashes that stand twice, as requests are', () => {
    const { keyIn } = links;

    expect(keyIn('products', 'https://api.example.com/books//products/A')).to.equal('A');
    expect(keyIn('products', 'https://api.example.com/books/products//A//')).to.equal('A');
    expect(keyIn('products', '//products/A')).to.equal(undefined);
  });

  it('are read where the item is shown besides, and written as ever', () => {
    expect(links.keyIn('products', 'https://api.example.com/books/products/barred/A')).to.equal('A');
    expect(links.keyIn('products', '/Products/Barred/A?demo=true')).to.equal('A');
    expect(links.keyIn('products', '/products/sold/A')).to.equal(undefined);
    expect(links.itemMaker('products')(['A'], PLAIN_LINKS)).to.equal(
      'https://api.example.com/books/products/A',
    );
  });

  it('are not read when they lead to another collection or another host', () => {
    expect(links.keyIn('products', 'https://api.example.com/books/units/1')).to.equal(undefined);
    expect(links.keyIn('products', 'https://evil.example/products/1')).to.equal(undefined);
    expect(links.keyIn('products', 'https://api.example.com/books/products')).to.equal(undefined);
  });

  it('turn a request into the same one in the demo agreement, with demo=true first', () => {
    expect(links.demo('/products?filter=name%24eq:x&demo=false')).to.equal(
      'https://api.example.com/books/products?demo=true&filter=name%24eq:x',
    );
  });

  it('take nothing but the path of a foreign address', () => {
    expect(links.demo('http://evil.example/products')).to.equal(
      'https://api.example.com/books/products?demo=true',
    );
    expect(links.demo('//evil.example/products')).to.equal(
      'https://api.example.com/books/products?demo=true',
    );
  });
});
