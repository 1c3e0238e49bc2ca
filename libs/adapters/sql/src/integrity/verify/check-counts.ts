import type { BooksChecked } from '@kontor/ledger';
import { AppSettingCountEntity, AppSettingEntity } from '../../app-settings/app-setting.entities.js';
import { versionName } from '../../transaction/collection-version.js';
import { pluralize, from, rowsRead, type Looked } from './checks.js';
import { keyOrBytesAt, numberAt, textAt } from '../../row.js';
import { EVENTS } from '../../statements/collection-versions.js';

/** What is kept as the number of items of a collection is how many there are, also of those within others. */
export async function countsAgree(looked: Looked): Promise<BooksChecked> {
  const states = await rowsRead(from(looked, 'collection_state', ['collection', 'items']));
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
    looked: pluralize(kept.size, 'collection'),
    faults: [...faults, ...(await settingsOff(looked))],
  };
}

async function itemsIn(looked: Looked): Promise<ReadonlyMap<string, number>> {
  const items = new Map<string, number>();
  for (const { table } of looked.access.values()) {
    const within = table.parents.map(({ column }) => column);
    const query = from(looked, table.table.name, [...within, ['COUNT(*)', 'items']]);
    for (const column of within) query.addGroupBy(`t.${column}`);
    const rows = await rowsRead(query);
    for (const row of rows) {
      const parents = table.parents.map(({ column }) => keyOrBytesAt(row, column));
      items.set(versionName(table, parents), numberAt(row, 'items'));
    }
  }
  return items;
}

/** The settings of apps, of which there may be only so many. */
async function settingsOff(looked: Looked): Promise<readonly string[]> {
  const { agreementNumber, tables } = looked;
  const rows = await rowsRead(
    tables
      .createQueryBuilder()
      .select('c.appNumber', 'app_number')
      .addSelect('c.settings', 'settings')
      .addSelect('COUNT(s.owner)', 'there')
      .from(AppSettingCountEntity.name, 'c')
      .leftJoin(
        AppSettingEntity.name,
        's',
        's.agreementNumber = c.agreementNumber AND s.appNumber = c.appNumber AND s.owner = c.owner',
      )
      .where('c.agreementNumber = :agreementNumber', { agreementNumber })
      .groupBy('c.appNumber')
      .addGroupBy('c.owner')
      .addGroupBy('c.settings'),
  );
  return rows
    .filter((row) => row['settings'] !== row['there'])
    .map(
      (row) =>
        `settings of app ${String(row['app_number'])}: ${String(row['settings'])} are kept, ${String(row['there'])} are there`,
    );
}
