import { expect } from 'chai';
import {
  ascii,
  boolean,
  bytes,
  count,
  document,
  index,
  integer,
  long,
  NULLABLE,
  text,
  unique,
} from '../src/entity/columns.js';
import { added } from '../src/migrations/define.js';
import { columnLine, indexLine } from './migration-lines.js';

describe('what a migration lacks', () => {
  it('is told as the migration writes it', () => {
    const columns = [
      [integer('account_number'), "integer('account_number')"],
      [ascii('month', 10), "ascii('month', 10)"],
      [long('amount', NULLABLE), "long('amount', NULLABLE)"],
      [text('currency_code', 3, NULLABLE), "text('currency_code', 3, NULLABLE)"],
      [bytes('currency_code_folded', 36), "bytes('currency_code_folded', 36)"],
      [boolean('barred'), "boolean('barred')"],
      [document('lines'), "document('lines')"],
      [added(document('lines')), "added(document('lines'))"],
      [added(boolean('barred')), "added(boolean('barred'))"],
      [count('uses'), "count('uses')"],
    ] as const;
    for (const [column, line] of columns) expect(columnLine(column)).to.equal(line);

    for (const [made, line] of [
      [
        index('budget_by_month', 'agreement_number', 'month DESC'),
        "index('budget_by_month', 'agreement_number', 'month DESC')",
      ],
      [
        unique('budget_of_month', 'agreement_number', 'month'),
        "unique('budget_of_month', 'agreement_number', 'month')",
      ],
    ] as const)
      expect(indexLine(made)).to.equal(line);
  });
});
