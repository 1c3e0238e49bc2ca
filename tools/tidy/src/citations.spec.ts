import { expect } from 'chai';
import { citationsIn, declaredIn, supersededAmong } from './citations.js';
import { pathsBelow, read } from './tree.js';

const paths = [
  ...pathsBelow('apps', 'libs', 'tools', 'docs'),
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
];
const own = 'tools/tidy/src/citations';
const pages = paths.filter((path) => path.startsWith('docs/spec/')).map(read);
const adrs = paths.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
const citing = paths
  .filter((path) => /\.(ts|mts|mjs|cjs|js|md|yaml|template)$/.test(path) && !path.startsWith(own))
  .filter((path) => !/^(libs\/sdk\/src\/generated|libs\/adapters\/portal\/explorer|docs\/api)\//.test(path))
  .map(read);

describe('citations', () => {
  it('lead to a page of docs/spec or to an ADR', () => {
    const declared = declaredIn(pages, adrs);

    const lost = citing.flatMap((file) =>
      citationsIn(file)
        .filter((citation) => !declared.has(citation))
        .map((citation) => `${file.path}: ${citation}`),
    );

    expect(citing).to.have.length.greaterThan(500);
    expect(citing.flatMap(citationsIn)).to.include.members([
      'D128',
      'amendment 36',
      'facts 3.12',
      '§2.8',
      'G14',
      'R6',
    ]);
    expect(lost).to.deep.equal([]);
  });

  it('name no ADR in the place of which others stand', () => {
    const superseded = supersededAmong(adrs.map(read));
    const made = 'tools/generate/test/fixture.ts';

    const stale = citing
      .filter(({ path }) => !path.startsWith('docs/adr/') && path !== made)
      .flatMap((file) =>
        citationsIn(file).flatMap((one) => (superseded.has(one) ? [`${file.path}: ${one}`] : [])),
      );

    expect([...superseded]).to.include.members(['ADR 2', 'ADR 14']);
    expect(stale).to.deep.equal([]);
  });

  it('name no page that a clone does not have', () => {
    const outside = /(?<!Lamp )\b(?:house|reliability)(?:\.md)? \d|storage\.md|performance\.md|house\.md/;

    // ADRs tell what was known when they were written, and are not edited.
    const pagesNow = citing.filter(({ path }) => !path.startsWith('docs/adr/'));
    expect(pagesNow.filter(({ text }) => outside.test(text)).map(({ path }) => path)).to.deep.equal([]);
  });

  it('name functions, types and tables that there are, in READMEs and pages that explain mechanisms', () => {
    const known = new Set(
      citing.flatMap(({ path, text }) => (path.endsWith('.ts') ? (text.match(/[A-Za-z_]\w*/g) ?? []) : [])),
    );
    const named = citing
      .filter(({ path }) => /^(libs\/.*README|docs\/internals\/.*|ARCHITECTURE|CONTRIBUTING)\.md$/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/`([A-Z]?[a-z]+(?:[A-Z]|_[a-z])\w+)`/g)].map(([, name = '']) => ({ path, name })),
      );

    expect(named).to.have.length.greaterThan(200);
    expect(named.filter(({ name }) => !known.has(name))).to.deep.equal([]);
  });

  it('name members of what has them, in the same pages', () => {
    const sources = citing.filter(({ path }) => path.endsWith('.ts')).map(({ text }) => text);
    const isMember = (owner: string, member: string) =>
      sources.some(
        (text) =>
          text.includes(`${owner}.${member}`) ||
          (new RegExp(`\\b(class|type|const|function) ${owner}\\b`).test(text) &&
            new RegExp(`\\b${member}\\??[:(]`).test(text)),
      );
    const named = citing
      .filter(({ path }) => /^(libs\/.*README|docs\/internals\/.*|ARCHITECTURE|CONTRIBUTING)\.md$/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/`([A-Za-z]\w+)\.([a-z]\w{3,})(?:\(\))?`/g)]
          .filter(([, , member = '']) => !/^(json|yaml|html|conf)$/.test(member))
          .map(([, owner = '', member = '']) => ({ path, owner, member })),
      );

    expect(named).to.have.length.greaterThan(10);
    expect(named.filter(({ owner, member }) => !isMember(owner, member))).to.deep.equal([]);
    expect(isMember('unit', 'tell')).to.equal(false);
  });

  it('are found in lists, in ranges and across lines', () => {
    const text =
      ' * D29 to D31 and amendments 51 and 80 (§3 rule 2, facts\n * 3.12, ADR 7); the hash D4-e and ID3 are none';

    expect(citationsIn({ path: '', text })).to.have.members([
      ...['D29', 'D30', 'D31', 'amendment 51', 'amendment 80', '§3 rule 2', 'facts 3.12', 'ADR 7'],
    ]);
  });

  it('would be seen to lead nowhere', () => {
    const declared = declaredIn(
      [{ path: 'docs/spec/a.md', text: '- **D1** one\n- **Amendments 51 and\n  80**: two' }],
      ['docs/adr/0007-seven.md'],
    );

    expect([...declared]).to.include.members(['D1', 'amendment 51', 'amendment 80', 'ADR 7']);
    expect(declared.has('D2')).to.equal(false);
  });
});
