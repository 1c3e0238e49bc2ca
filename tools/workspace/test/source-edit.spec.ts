import { expect } from 'chai';
import { withAlternative, withElement, withImport, withMember, withProperty } from '../src/source-edit.js';

describe('a line put into source', () => {
  it('is an import, in the order of names, packages before files', () => {
    const text =
      "import { a } from '@kontor/a';\nimport { c } from '@kontor/c';\nimport { d } from './d.js';\n";

    expect(withImport(text, '@kontor/b', 'b')).to.equal(
      "import { a } from '@kontor/a';\nimport { b } from '@kontor/b';\nimport { c } from '@kontor/c';\nimport { d } from './d.js';\n",
    );
    expect(withImport(text, './b.js', 'b')).to.contain("'@kontor/c';\nimport { b } from './b.js';\n");
    expect(withImport("import { a } from 'a';\n", './b.js', 'b')).to.equal(
      "import { a } from 'a';\nimport { b } from './b.js';\n",
    );
    expect(withImport('export const x = 1;\n', 'b', 'b')).to.equal(
      "import { b } from 'b';\nexport const x = 1;\n",
    );
  });

  it('is only the names, of what is imported already, and only those that are not', () => {
    const text = "import { a } from '@kontor/a';\n";

    expect(withImport(text, '@kontor/a', 'a', 'b', 'type C')).to.equal(
      "import { a, b, type C } from '@kontor/a';\n",
    );
    expect(withImport(text, '@kontor/a', 'a')).to.equal(text);
  });

  it('is an element, an alternative, a member, a property', () => {
    expect(withElement('const list = [a];', 'list', 'b')).to.equal('const list = [a, b];');
    expect(withElement('const list = [\n  a,\n];', 'list', 'b')).to.equal('const list = [\n  a, b,\n];');
    expect(withElement('export const list: readonly A[] = [];', 'list', 'b')).to.contain('= [ b];');
    expect(withAlternative('type T = A | B;', 'T', 'C')).to.equal('type T = A | B | C;');
    expect(withMember('type T = { a: 1; };', 'T', 'b: 2;')).to.equal('type T = { a: 1;\nb: 2; };');
    expect(withProperty('const c = make<C>({ a: 1, });', 'c', 'b: 2')).to.equal(
      'const c = make<C>({ a: 1, b: 2, });',
    );
  });

  it('is refused where its place is not there', () => {
    expect(() => withElement('const other = [];', 'list', 'a')).to.throw('there is no list');
    expect(() => withElement('const list = 1;', 'list', 'a')).to.throw('list is no list');
    expect(() => withMember('type T = 1;', 'T', 'a: 1;')).to.throw('T is no record');
    expect(() => withProperty('const c = 1;', 'c', 'a: 1')).to.throw('c is made of no record');
  });
});
