import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { expect } from 'chai';
import { root } from '../src/tree.js';

describe('docs/api/openapi.json', function () {
  this.timeout(60_000);

  it('is without a fault for Redocly, examples and warnings included', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // There is no licence to name yet.
      rules: {
        'info-license': 'off',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
      },
    });

    const problems = await lint({ ref: join(root, 'docs/api/openapi.json'), config });

    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    ).to.deep.equal([]);
  });
});
