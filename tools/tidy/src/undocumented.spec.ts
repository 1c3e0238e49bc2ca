import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './tree.js';
import { undocumented } from './undocumented.js';

describe('the docstrings of the SDK', function () {
  it('are on everything that it lets out', () => {
    expect(undocumented(join(root, 'libs/sdk/src/index.ts'))).to.deep.equal([]);
  });

  it('would be missed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-docs-'));
    const door = join(folder, 'door.ts');
    writeFileSync(
      door,
      `/** Said. */ export interface Said { readonly member: string;
      /** Said. */
      readonly other: string }
      export type Unsaid = { readonly member: string };
      export const unsaid = (): void => undefined;
      class Inner {}`,
    );

    expect(undocumented(door)).to.deep.equal(['Said.member', 'Unsaid', 'Unsaid.member', 'unsaid']);
    rmSync(folder, { recursive: true });
  });
});
