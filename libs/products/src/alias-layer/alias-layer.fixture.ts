import type { Fixture } from '@kontor/kernel';
import { AliasLayer, ProductAlias } from './alias-layer.resource.js';

export const aliasLayerFixture: Fixture = {
  resource: AliasLayer,
  examples: [
    {
      name: 'Customer 17',
      productAliases: [{ productNumber: '1000', nameAlias: 'L', descriptionAlias: 'D' }],
    },
    { name: 'Customer 18' },
  ],
  wrong: { name: '', productAliases: [{ nameAlias: 'x' }] },
};

export const productAliasFixture: Fixture = {
  resource: ProductAlias,
  parent: { resource: AliasLayer, body: { name: 'Parent' } },
  examples: [
    { productNumber: '1001', nameAlias: 'Lampe', descriptionAlias: 'schwarz' },
    { productNumber: 'LIC/12', nameAlias: 'Lizenz' },
  ],
  wrong: { productNumber: 7, nameAlias: 'x'.repeat(301), descriptionAlias: 'x'.repeat(501) },
};
