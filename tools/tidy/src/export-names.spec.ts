import { expect } from 'chai';
import { exportedTwice } from './export-names.js';
import { foldersIn, pathsBelow, read } from './tree.js';

/** Names that two files export all the same, and why: they mean the same, or can be confused by nobody. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'a refusal that two contexts have, each in its own union': [
    ...['AccountTakesNoEntries', 'DateNotBookable', 'DraftHasNoLines'],
    ...['IncorrectVatAmount', 'VatAccountBarred', 'VoucherDoesNotBalance'],
  ],
  'the kind of a field, and the column that it is stored in': ['boolean', 'integer', 'text'],
  'the length of one member, in its declaration and on the page': ['APP_NAME_MAX'],
  'a file, and the text it is made of': ['DOCS_SCRIPT', 'DOCS_STYLE'],
  'a unit of work, within the adapter only, and what products are counted in': ['Unit'],
  'a route of a page, within the portal only, and posting in the ledger': ['post'],
  'SQL that is sent, within the adapter only, and a figure of the books': ['Statement'],
};

/** What is read together: the service. Tools, documents, the SDK and the command have words of their own. */
const SERVICE = [
  ...(foldersIn('libs') ?? []).filter((folder) => !['libs/adapters', 'libs/sdk'].includes(folder)),
  ...['http', 'sql', 'portal', 'webhooks'].map((name) => `libs/adapters/${name}`),
  'apps/api',
];

describe('what files of the service export', function () {
  it('has a name that no other file exports, so that a name means one thing', () => {
    const files = pathsBelow(...SERVICE)
      .filter((path) => /\/src\/.*\.ts$/.test(path))
      .filter((path) => !/\.spec\.ts$|\/generated\/|\/migrations\/\d/.test(path))
      .map(read);
    const allowed = Object.values(ALLOWED).flat();

    const found = exportedTwice(files);

    expect(files).to.have.length.greaterThan(400);
    const names = found.map((line) => line.split(':')[0] as string);
    expect(found.filter((_, at) => !allowed.includes(names[at] as string))).to.deep.equal([]);
    expect(allowed.filter((name) => !names.includes(name))).to.deep.equal([]);
  });

  it('would be found where two files have it', () => {
    const one = { path: 'a.ts', text: 'export const yearAt = 1; export type Held = 1; const own = 1;' };
    const other = { path: 'b.ts', text: "export function yearAt() {} export { Held } from './a.js';" };

    expect(exportedTwice([one, other])).to.deep.equal(['yearAt: a.ts, b.ts']);
  });
});
