import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether what has a fault in it can still be read: no world could try another. */
function isReadable({ file, from, to }: PlantedFault): boolean {
  try {
    transformSync(
      readFileSync(join(ROOT, file), 'utf8').replace(from, () => to),
      {
        loader: 'ts',
        logLevel: 'silent',
      },
    );
    return true;
  } catch {
    return false;
  }
}

describe('planted faults', () => {
  it('change a text that stands in its file, once', () => {
    const stray = PLANTED_FAULTS.filter(
      ({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2,
    ).map(({ name }) => name);

    expect(stray).to.deep.equal([]);
  });

  it('leave what can be compiled', () => {
    const unreadable = PLANTED_FAULTS.filter((fault) => !isReadable(fault)).map(({ name }) => name);

    expect(unreadable).to.deep.equal([]);
  });
});
