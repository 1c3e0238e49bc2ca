import type { Fixture } from '@kontor/kernel';
import { Product } from './product.resource.js';

export const productFixture: Fixture = {
  resource: Product,
  examples: [
    {
      productNumber: 'Ærø/1 #2+3_4',
      name: 'Wagenheber “Größe 2” 🚗',
      description: 'two\nlines',
      costPrice: 1.5,
      recommendedPrice: 9999999999999.99,
      recommendedCostPrice: 0,
      salesPrice: 12.1234567891,
      barCode: '5701234567890',
      barred: true,
      tags: ['a', 'b'],
      unit: { unitNumber: 1 },
      productGroup: { productGroupNumber: 1 },
    },
    { productNumber: 'K.2', name: 'K', productGroup: { productGroupNumber: 2 } },
  ],
  wrong: {
    productNumber: 'x'.repeat(26),
    name: 'x'.repeat(301),
    description: 'x'.repeat(501),
    costPrice: 'free',
    recommendedPrice: 1e13,
    recommendedCostPrice: 1.00000000001,
    salesPrice: true,
    barCode: 'x'.repeat(51),
    barred: 'no',
    tags: [1],
    unit: {},
    productGroup: { productGroupNumber: 'one' },
  },
};
