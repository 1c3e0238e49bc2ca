import { expect } from 'chai';
import { Linter } from 'eslint';
import { foldersIn, pathsBelow, read } from './tree.js';

type Walls = {
  readonly rooms: readonly { readonly room: string; readonly mayNot: readonly string[] }[];
  boundaryConfigs(projects: readonly unknown[]): readonly (Linter.Config & { readonly files: string[] })[];
};
const { boundaryConfigs, rooms } = (await import(
  new URL('../../boundaries.mjs', import.meta.url).href
)) as Walls;

const SQL = 'libs/adapters/sql';

/** What lint says of one import, in a file of a room. */
function refusedIn(room: string, line: string): readonly string[] {
  const manifest = { name: '@kontor/sql', nx: { tags: ['layer:adapter', 'tech:sql'] } };
  const walls = boundaryConfigs([{ folder: SQL, manifest }]).filter(({ files }) =>
    [`${SQL}/src/${room}/**/*.ts`, `${SQL}/src/${room}/*.ts`].some((glob) => files.includes(glob)),
  );
  return new Linter({ configType: 'flat' })
    .verify(line, walls, { filename: `${SQL}/src/${room}/example.ts` })
    .map(({ ruleId }) => String(ruleId));
}

describe('the walls between the rooms of the SQL adapter', () => {
  it('refuse each import that a room may not have, and no other', () => {
    expect(rooms).to.have.length.greaterThan(8);
    for (const { room, mayNot } of rooms) {
      for (const other of mayNot) {
        expect(refusedIn(room, `import { a } from '../${other}/a.js';`), `${room} → ${other}`).to.deep.equal([
          'no-restricted-imports',
        ]);
      }
      for (const path of ['../database.js', '../agreement-repositories.js', `../../src/${mayNot[0]}/a.js`]) {
        expect(refusedIn(room, `export { a } from '${path}';`), `${room} → ${path}`).to.deep.equal([
          'no-restricted-imports',
        ]);
      }
      expect(refusedIn(room, "import { a } from '../statement.js';"), room).to.deep.equal([]);
    }
  });

  it('are not passed by import(), which lint does not look at: it names what is in the same room', () => {
    const passing = pathsBelow(`${SQL}/src`).flatMap((path) =>
      [...read(path).text.matchAll(/\bimport\(\s*'(\.\.[^']*)'/g)].map(([, to = '']) => `${path} → ${to}`),
    );

    expect(passing).to.deep.equal([]);
  });

  it('keep dialects from transactions, transactions from snapshots, and snapshots from contexts', () => {
    const walls = new Map(rooms.map(({ room, mayNot }) => [room, mayNot]));

    expect(walls.get('dialect')).to.include.members(['transaction', 'snapshot', 'ledger']);
    expect(walls.get('transaction')).to.include.members(['snapshot', 'ledger', 'sales']);
    expect(walls.get('snapshot')).to.include.members(['ledger', 'sales', 'products', 'studio']);
  });

  it('stand around every room', () => {
    const inSql = foldersIn(`${SQL}/src`) ?? [];
    const folders = [...inSql, ...inSql.flatMap((path) => foldersIn(path) ?? [])].map((path) =>
      path.slice(`${SQL}/src/`.length),
    );

    expect(rooms.map(({ room }) => room).sort()).to.deep.equal([...folders].sort());
  });

  it('leave it to two rooms to ask which database it is, and whether a unit is optimistic', () => {
    const asking = pathsBelow(`${SQL}/src`)
      .filter((path) => !/\/src\/(dialect|transaction)\/|\.spec\.ts$/.test(path))
      .filter((path) =>
        /hasOneWriter|\.checks\b|dialect\.name|isOptimistic|better-sqlite3|forUpdate [!=]==|'\w+' in \w+\.to\b/.test(
          read(path).text,
        ),
      );

    expect(asking).to.deep.equal([]);
  });
});

describe('the kernel, the contexts and the SDK', () => {
  it('import nothing by import(), which lint does not look at where it looks for modules of Node', () => {
    const anywhere = (foldersIn('libs') ?? []).filter((folder) => folder !== 'libs/adapters');
    const sources = pathsBelow(...anywhere.map((folder) => `${folder}/src`)).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'),
    );

    expect(sources).to.have.length.greaterThan(200);
    expect(sources.filter((path) => /\bimport\(\s*['"`]/.test(read(path).text))).to.deep.equal([]);
  });
});
