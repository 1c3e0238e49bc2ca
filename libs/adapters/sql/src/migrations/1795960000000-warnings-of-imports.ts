import type { QueryRunner } from 'typeorm';
import { document, integer } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { added, AdditiveMigration } from './define.js';

/** What imports have taken otherwise than its line may mean, such as balances that the books carry on. */
export class WarningsOfImports1795960000000 extends AdditiveMigration {
  override up(runner: QueryRunner): Promise<void> {
    return addColumns(runner, 'import', [integer('warned'), document('warnings')].map(added));
  }
}
