import { expect } from 'chai';
import { group, itemNumber, key, listOf, readOnly, reference, required } from './field.js';
import { referencesIn } from './references.js';
import { parentMember, resource } from './resource.js';

const number = itemNumber();

const Shop = resource('shops', 'shop', {
  fields: {
    shopNumber: key(number),
    keeper: reference('people', 'personNumber', number, { within: 'shopNumber' }),
    street: reference('streets', 'streetNumber', number),
    visits: listOf(
      group({
        shop: required(reference('shops', 'shopNumber', number)),
        person: reference('people', 'personNumber', number, { within: 'shop.shopNumber' }),
      }),
    ),
  },
  operations: ['list'],
});
const Person = resource('people', 'person', {
  within: Shop,
  fields: {
    personNumber: key(number),
    shop: readOnly(reference('shops', 'shopNumber', number)),
    branch: reference('shops', 'shopNumber', number),
  },
  operations: ['list'],
});

describe('referencesIn', () => {
  it('finds every reference, in lists and groups too, in the order of the declaration', () => {
    const shop = { shopNumber: 7, street: { streetNumber: 1 }, visits: [{ shop: { shopNumber: 8 } }] };

    expect(referencesIn(Shop, shop)).to.deep.equal([
      { path: 'street', to: 'streets', key: 1 },
      { path: 'visits[0].shop', to: 'shops', key: 8 },
    ]);
  });

  it('says within which item the target of a reference lives', () => {
    const shop = {
      shopNumber: 7,
      keeper: { personNumber: 2 },
      visits: [{ shop: { shopNumber: 8 }, person: { personNumber: 3 } }],
    };

    expect(referencesIn(Shop, shop).filter(({ to }) => to === 'people')).to.deep.equal([
      { path: 'keeper', to: 'people', key: 2, within: 7 },
      { path: 'visits[0].person', to: 'people', key: 3, within: 8 },
    ]);
  });
});

describe('parentMember', () => {
  it('is the member by which an item names the one it lives within', () => {
    expect(parentMember(Person)).to.equal('shop');
    expect(parentMember(Shop)).to.equal(undefined);
  });
});
