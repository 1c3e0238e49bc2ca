import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLANTED_FAULTS } from './planted-faults.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('planted faults', () => {
  it('change a text that stands in its file, once', () => {
    const stray = PLANTED_FAULTS.filter(
      ({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2,
    ).map(({ name }) => name);

    expect(stray).to.deep.equal([]);
  });
});
