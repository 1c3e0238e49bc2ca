import { basename, dirname, join } from 'node:path/posix';
import { expect } from 'chai';
import { pathsBelow, read } from './tree.js';
import type { File } from './tree.js';

const paths = [
  ...pathsBelow('apps', 'libs', 'tools', 'docs', 'docker'),
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package.json', 'nx.json'],
  ...['eslint.config.mjs', 'knip.config.js', 'tsconfig.json', 'tsconfig.base.json'],
];
const known = new Set(paths.map((path) => basename(path)));

/** What pages name that is made, or is only spoken of. */
const EXAMPLES = new Set([
  'docs/adr/NNNN-title.md',
  'libs/adapters/http/src/warehousing/',
  'libs/adapters/sql/src/migrations/1795351000000-colours.ts',
  // Attached to the PDF of an invoice.
  'invoice.json',
  // The reader writes it.
  'tour.ts',
]);

/** Pages that explain what there is now. Records of decisions tell what there was. */
const explains = (path: string) =>
  /^(ARCHITECTURE|CONTRIBUTING|README)\.md$|^docs\/(internals|spec|glossary)|README\.md$/.test(path) &&
  !path.startsWith('docs/adr/') &&
  !path.startsWith('libs/sdk/');

/** Files and folders that a page names in its sentences, as it names them: `a.ts`, `src/a.ts`, `src/a/`. */
function namedIn({ text }: File): readonly string[] {
  const sentences = text.replace(/```[^]*?```/g, '');
  return [...sentences.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^[^.*/][^*]*\.(ts|mjs|cjs|json|md)$/.test(name) || /^[\w-]+(\/[\w-]+)*\/$/.test(name));
}

function isThere(name: string): boolean {
  if (EXAMPLES.has(name)) return true;
  if (name.endsWith('/')) return paths.some((path) => `/${path}`.includes(`/${name}`));
  return name.includes('/') ? paths.some((path) => `/${path}`.endsWith(`/${name}`)) : known.has(name);
}

describe('files that pages name', () => {
  const pages = paths.filter((path) => path.endsWith('.md') && explains(path)).map(read);

  it('are there', () => {
    const named = pages.flatMap((page) => namedIn(page).map((name) => ({ in: page.path, name })));

    expect(named).to.have.length.greaterThan(200);
    expect(named.filter(({ name }) => !isThere(name))).to.deep.equal([]);
  });

  it('are where links lead', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => ({ in: path, to })),
    );
    const leadsSomewhere = ({ in: page, to }: { in: string; to: string }) => {
      const target = join(dirname(page), to).replace(/\/$/, '');
      return paths.some((path) => path === target || path.startsWith(`${target}/`));
    };

    expect(links).to.have.length.greaterThan(50);
    expect(links.filter((link) => !leadsSomewhere(link))).to.deep.equal([]);
  });

  it('would be missed', () => {
    const text = 'See `transaction/no-such.ts`, `tidy.spec.ts` and `no/such/`.\n```text\n`other.ts`\n```';

    expect(namedIn({ path: 'a.md', text }).filter((name) => !isThere(name))).to.deep.equal([
      'transaction/no-such.ts',
      'no/such/',
    ]);
  });
});
