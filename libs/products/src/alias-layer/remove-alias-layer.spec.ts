import { isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { hasNoProductAliases } from './remove-alias-layer.use-case.js';

describe('removing an alias layer (§4.2)', () => {
  it('is refused while it has product aliases, saying how many', () => {
    const layer = {
      aliasLayerNumber: 7,
      name: 'A',
      productAliases: [{ productNumber: '1' }, { productNumber: '2' }],
    };

    expect(hasNoProductAliases(layer)).to.deep.equal({
      _tag: 'Left',
      left: {
        kind: 'AliasLayerHasProductAliases',
        aliasLayerNumber: 7,
        count: 2,
        usedBy: ['1', '2'].map((productNumber) => ({
          resource: 'product-aliases',
          keys: [7, productNumber],
        })),
      },
    });
  });

  it('is fine when it has none', () => {
    expect(isRight(hasNoProductAliases({ aliasLayerNumber: 7, name: 'A', productAliases: [] }))).to.equal(
      true,
    );
  });
});
