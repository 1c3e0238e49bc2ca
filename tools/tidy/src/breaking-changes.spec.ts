import { expect } from 'chai';
import { breakingChanges, readBack, writtenDown } from './breaking-changes.js';
import { currentTypes, pendingRelease, releasedTypes } from './released-types.js';

describe('the types of the SDK', function () {
  this.timeout(120_000);

  it('do not break what was written with the last released ones, unless a changeset says so', () => {
    const changes = breakingChanges(releasedTypes(), currentTypes());

    if (changes.length > 0) console.log(changes.map((change) => `      breaks: ${change}`).join('\n'));
    if (pendingRelease() !== 'breaking') expect(changes, 'add a changeset: npx changeset').to.deep.equal([]);
  });

  it('are kept as one text', () => {
    const current = currentTypes();

    expect(readBack(writtenDown(current))).to.have.all.keys(...current.keys());
    expect(breakingChanges(readBack(writtenDown(current)), current)).to.deep.equal([]);
  });
});

const DOOR = `
export * from './link.js';
export declare const connect: (url: string, options?: Options) => Api;
export interface Api { follow<T>(link: Link<T>): Promise<T>; close(how: string): void }
export interface Options { readonly tries?: number | undefined }
export interface Item<X> { readonly [traits]?: X }
export interface Product extends Item<{ readonly remove: true }> {
  readonly name: string;
  readonly price?: number;
  readonly group: { readonly number: number; readonly self: Link<Product> };
}
export type ProductDraft = { readonly name: string; readonly price?: number };
export type ProductSortable = 'name' | 'price';
export declare class Refused extends Error { readonly code: string; constructor(code: string) }
import type { Link } from './link.js';
declare const traits: unique symbol;
`;
/** Nothing of it is let out. */
const INNER = 'export interface Asked { readonly url: string }';
const LINK = `declare const target: unique symbol; export type Link<T> = string & { readonly [target]: T };`;
const version = (door: string, inner = INNER) =>
  new Map([
    ['index.d.ts', door],
    ['link.d.ts', LINK],
    ['inner.d.ts', inner],
  ]);

describe('the check of released types', function () {
  this.timeout(120_000);
  const breaks = (from: string, to: string): readonly string[] => {
    expect(DOOR, from).to.contain(from);
    return breakingChanges(version(DOOR), version(DOOR.replace(from, to)));
  };

  it('is quiet about what is the same', () => {
    expect(breakingChanges(version(DOOR), version(DOOR))).to.deep.equal([]);
  });

  it('is quiet about what is not let out', () => {
    expect(breakingChanges(version(DOOR), version(DOOR, ''))).to.deep.equal([]);
  });

  const quiet: readonly [what: string, from: string, to: string][] = [
    ['a member that is read', 'readonly name: string;', 'readonly name: string; readonly barred: boolean;'],
    ['a member that may be written', 'readonly tries?:', 'readonly wait?: number; readonly tries?:'],
    ['an export', 'export declare class', 'export declare const more: string; export declare class'],
    [
      'a member within a member',
      'readonly number: number;',
      'readonly number: number; readonly name: string;',
    ],
    ['a parameter that may be left out', 'close(how: string)', 'close(how: string, when?: string)'],
    ['another value that is taken', "'name' | 'price'", "'name' | 'price' | 'number'"],
    [
      'what else can be done with an item',
      'readonly remove: true',
      'readonly remove: true; readonly create: 1',
    ],
    [
      'that a member is always there',
      'readonly price?: number;\n  readonly group',
      'readonly price: number;\n  readonly group',
    ],
  ];
  for (const [what, from, to] of quiet) {
    it(`is quiet about ${what}, when it is added`, () => {
      expect(breaks(from, to)).to.deep.equal([]);
    });
  }

  const named: readonly [what: string, from: string, to: string, sentence: string][] = [
    ['a member that is gone', 'readonly name: string;\n', '', 'Product.name is gone'],
    [
      'an export that is gone',
      "export type ProductSortable = 'name' | 'price';",
      '',
      'ProductSortable is gone',
    ],
    [
      'a member that has another type',
      'readonly name: string;\n',
      'readonly name: number;\n',
      'Product.name was name: string;, is name: number;',
    ],
    [
      'a member that may be missing',
      'readonly name: string;\n',
      'readonly name?: string;\n',
      'Product.name was',
    ],
    [
      'a member within a member that has another type',
      'readonly number: number;',
      'readonly number: string;',
      'Product.group was',
    ],
    ['a link that leads elsewhere', 'self: Link<Product>', 'self: Link<Options>', 'Product.group was'],
    [
      'a member that must be written',
      'readonly name: string; readonly price?',
      'readonly name: string; readonly group: string; readonly price?',
      'ProductDraft.group must be written now',
    ],
    [
      'what could be left out',
      'readonly name: string; readonly price?:',
      'readonly name: string; readonly price:',
      'ProductDraft.price was',
    ],
    ['a value that is taken no more', "'name' | 'price'", "'name'", 'ProductSortable was'],
    ['an argument that a method takes no more', 'close(how: string)', "close(how: 'now')", 'Api.close was'],
    ['an argument that a function takes no more', 'url: string,', 'url: URL,', 'connect was'],
    [
      'what can be done no more with an item',
      'readonly remove: true',
      'readonly create: 1',
      'Product (extends) was',
    ],
    [
      'a class that is made of something else',
      'constructor(code: string)',
      'constructor(code: number)',
      'Refused.new was',
    ],
    ['a parameter of a type', 'interface Item<X>', 'interface Item<X, Y>', 'Item was'],
  ];
  for (const [what, from, to, sentence] of named) {
    it(`names ${what}`, () => {
      const changes = breaks(from, to);

      expect(changes.join('\n')).to.contain(sentence);
      expect(changes.length).to.be.lessThanOrEqual(2);
    });
  }
});
