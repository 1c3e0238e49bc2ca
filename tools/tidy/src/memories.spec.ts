import { expect } from 'chai';
import { pathsBelow, read } from './tree.js';

const TABLE = 'docs/internals/memories.md';

/** What a process keeps from one request to the next: caches, and maps that a module or an object holds. */
const CACHE = /new LRUCache\b/;

describe('the memories of a process', () => {
  const rows = read(TABLE)
    .text.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Memory'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const named = rows.map(([, , file = '']) => file.replaceAll('`', ''));
  const sources = pathsBelow('apps/api/src', 'libs')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.startsWith('libs/sdk/'))
    .map(read);

  it('are in a table, each with its bound, and nothing else is', () => {
    const caches = sources.filter(({ text }) => CACHE.test(text)).map(({ path }) => path);

    expect([...named].sort()).to.deep.equal([...caches].sort());
    for (const [, what = '', file, bound = '', entry = ''] of rows) {
      expect(what.length > 3 && /\d/.test(bound) && entry.length > 3, file).to.equal(true);
    }
  });

  it('have a bound where they are made: in bytes, or in entries that are all small', () => {
    for (const { path, text } of sources) {
      for (const [at] of text.matchAll(/new LRUCache[^]{0,240}/g)) {
        expect(/\bmax(Size)?\b/.test(at), `${path} has a cache without a bound`).to.equal(true);
      }
    }
  });
});
