import { expect } from 'chai';
import { circlesIn } from './circles.js';
import { pathsBelow, read } from './tree.js';

/**
 * Types of generated resources name each other as the resources do: an entry
 * its customer, a customer its entries.
 */
const isGenerated = (path: string) => path.startsWith('libs/sdk/src/generated/');

describe('imports', function () {
  it('have no circle anywhere in the repository', () => {
    const paths = pathsBelow('apps', 'libs', 'tools');
    const sources = paths.filter((path) => /\.(ts|mts|mjs|cjs|js)$/.test(path) && !isGenerated(path));
    const doors = paths
      .filter((path) => /^[^/]+\/([^/]+\/){1,2}package\.json$/.test(path))
      .map((path) => {
        const { name } = JSON.parse(read(path).text) as { name: string };
        return [name, path.replace('package.json', 'src/index.ts')] as const;
      });

    expect(sources).to.have.length.greaterThan(500);
    expect(doors.map(([name]) => name)).to.include.members(['@kontor/kernel', '@kontor/sql']);
    expect(circlesIn(sources.map(read), new Map(doors))).to.deep.equal([]);
  });

  it('would be found in one: through packages, through types, and of any length', () => {
    const files = [
      { path: 'libs/a/src/index.ts', text: "export * from './one.js';" },
      { path: 'libs/a/src/one.ts', text: "import type { Two } from './two.js';" },
      { path: 'libs/a/src/two.ts', text: "import { three } from '@kontor/b';" },
      { path: 'libs/b/src/index.ts', text: "import { one } from '@kontor/a';" },
      { path: 'libs/b/src/alone.ts', text: "import { one } from '@kontor/a'; import 'koa';" },
    ];
    const doors = new Map([
      ['@kontor/a', 'libs/a/src/index.ts'],
      ['@kontor/b', 'libs/b/src/index.ts'],
    ]);

    expect(circlesIn(files, doors)).to.deep.equal([
      ['libs/a/src/index.ts', 'libs/a/src/one.ts', 'libs/a/src/two.ts', 'libs/b/src/index.ts'],
    ]);
    expect(circlesIn(files.slice(0, 3), doors)).to.deep.equal([]);
  });
});
