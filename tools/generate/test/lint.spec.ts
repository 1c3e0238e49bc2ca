import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { expect } from 'chai';
import { readText, root } from '../src/tree.js';

describe('docs/api/openapi.json', function () {
  this.timeout(60_000);

  it('is without a fault for Redocly, examples and warnings included', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        // `/vouchers/{voucherId}/attachment` is beside `/vouchers/booked/{voucherId}` as it was decided: an id is a number.
        'no-ambiguous-paths': 'off',
      },
    });

    const problems = await lint({ ref: join(root, 'docs/api/openapi.json'), config });

    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    ).to.deep.equal([]);
  });

  it('names no paragraph: who reads it has not read our specification', () => {
    for (const path of ['docs/api/openapi.json', 'docs/roles.md', 'libs/sdk/src/generated/sales.ts'])
      expect(readText(path), path).not.to.contain('§');
  });

  it('has a sentence for each operation, and a name that people would choose for what is done', () => {
    const { paths } = JSON.parse(readText('docs/api/openapi.json')) as {
      paths: Record<string, Record<string, { operationId: string; description: string }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));

    expect(operations.map(({ operationId }) => operationId)).to.include.members([
      'bookVoucher',
      'bookInvoice',
      'closeAccountingYear',
      'reopenAccountingYear',
      'createSupplierInvoice',
      'listProducts',
    ]);
    for (const { operationId, description } of operations)
      expect(description, operationId).to.match(/^[A-Z].*\.$/);
  });
});
