import type { BooksChecked } from '@kontor/ledger';
import { EVENTS } from '../../event/event-log.js';
import { quote, type SqlValue } from '../../statement.js';
import { versionName } from '../../transaction/collection-version.js';
import { counted, rowsIn, type Looked } from './checks.js';
import { numberAt, textAt } from '../../row.js';

/** What is kept as the number of items of a collection is how many there are, also of those within others. */
export async function countsAgree(looked: Looked): Promise<BooksChecked> {
  const states = await rowsIn(
    looked,
    'SELECT `collection`, `items` FROM `collection_state` WHERE `agreement_number` = ?',
  );
  const kept = new Map(states.map((row) => [textAt(row, 'collection'), numberAt(row, 'items')]));
  const there = await itemsIn(looked);
  const faults: string[] = [];
  for (const name of new Set([...kept.keys(), ...there.keys()])) {
    const [collection = ''] = name.split('/');
    if (name === EVENTS || !looked.access.has(collection)) continue;
    const [says, has] = [kept.get(name) ?? 0, there.get(name) ?? 0];
    if (says !== has) faults.push(`${name}: ${says} are kept, ${has} are there`);
  }
  return {
    check: 'The items of collections are as many as are kept',
    looked: counted(kept.size, 'collection'),
    faults: [...faults, ...(await settingsOff(looked))],
  };
}

async function itemsIn(looked: Looked): Promise<ReadonlyMap<string, number>> {
  const items = new Map<string, number>();
  for (const { table } of looked.access.values()) {
    const within = table.parents.map(({ column }) => quote(column));
    const rows = await rowsIn(
      looked,
      `SELECT ${[...within, 'COUNT(*) AS items'].join(', ')} FROM ${quote(table.table.name)} ` +
        `WHERE \`agreement_number\` = ?${within.length === 0 ? '' : ` GROUP BY ${within.join(', ')}`}`,
    );
    for (const row of rows) {
      const parents = table.parents.map(({ column }): SqlValue => {
        const stored = row[column];
        return Buffer.isBuffer(stored) ? stored.toString('utf8') : (stored as SqlValue);
      });
      items.set(versionName(table, parents), numberAt(row, 'items'));
    }
  }
  return items;
}

/** The settings of apps, of which there may be only so many. */
async function settingsOff(looked: Looked): Promise<readonly string[]> {
  const rows = await rowsIn(
    looked,
    'SELECT c.`app_number`, c.`owner`, c.`settings`, (SELECT COUNT(*) FROM `app_setting` AS s ' +
      'WHERE s.`agreement_number` = c.`agreement_number` AND s.`app_number` = c.`app_number` AND s.`owner` = c.`owner`) ' +
      'AS there FROM `app_setting_count` AS c WHERE c.`agreement_number` = ?',
  );
  return rows
    .filter((row) => row['settings'] !== row['there'])
    .map(
      (row) =>
        `settings of app ${String(row['app_number'])}: ${String(row['settings'])} are kept, ${String(row['there'])} are there`,
    );
}
