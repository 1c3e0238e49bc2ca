import type { Change } from './bundle.js';

/** A fault that somebody could make, planted into our own code. */
export type PlantedFault = Change & { readonly name: string };

const SQL = 'libs/adapters/sql/src/';
const LEDGER = 'libs/ledger/src/';
const SETTINGS = `${SQL}app-settings/app-setting.repository.ts`;
const BATCH = `${SQL}transaction/write-batch.ts`;
const ROWS = `${SQL}resource/resource.repository.ts`;
const YEARS = `${SQL}ledger/accounting-years.ts`;
const ENGINE = `${SQL}dialect/mysql-engine.ts`;

/** Guards left out, versions not raised, counters read early, rollbacks forgotten, expectations dropped. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  // Expectations and guards of a batch
  fault(
    'what units expect is not checked',
    BATCH,
    'if (checks === undefined) return [];',
    'if (checks !== null) return [];',
  ),
  fault(
    'rows that a write did not find are not missed',
    BATCH,
    'return checks === undefined ? [statement] : [statement, checks.changed(rows)];',
    'return [statement];',
  ),
  fault(
    'versions of collections are not raised',
    BATCH,
    '...(raised.length === 0 ? [] : [raiseVersions(',
    '...(raised.length >= 0 ? [] : [raiseVersions(',
  ),
  fault(
    'fences are not written',
    BATCH,
    '...inOrder(all(({ fences }) => fences)).flatMap(',
    '...inOrder([]).flatMap(',
  ),
  fault(
    'of two that refer to an item one is counted',
    BATCH,
    'by: one.by + (byItem.get(one.name)?.by ?? 0)',
    'by: one.by',
  ),
  fault(
    'of two amounts for a sum one is kept',
    BATCH,
    'seen[index] = String(BigInt(seen[index] ?? 0) + BigInt(row[index] ?? 0));',
    'seen[index] = String(BigInt(row[index] ?? 0));',
  ),
  fault(
    'versions that were seen otherwise are taken',
    `${SQL}transaction/unit.ts`,
    'if (!this.#expected.expectVersion(name, versions.get(name) ?? 0, false))\n        throw new ConcurrentModification();',
    '',
  ),
  fault(
    'units that expect what others change share a transaction',
    `${SQL}transaction/group-commit.ts`,
    'if (run?.every((one) => areCompatible(one, batch)) === true) run.push(batch);',
    'if (run !== undefined) run.push(batch);',
  ),
  // Rows of resources
  fault('replacing an item does not change its collection', ROWS, 'unit.change(this.#state, 0);', ''),
  fault('removing an item does not change its collection', ROWS, 'unit.change(this.#state, -1);', ''),
  fault('making an item does not change its collection', ROWS, 'unit.change(this.#state, 1);', ''),
  fault(
    'an item in use is removed',
    ROWS,
    "if ((old['uses'] as number) > 0) return left(await this.#inUse(key));\n    const before",
    'const before',
  ),
  fault(
    'an item that is in use by the time is removed',
    ROWS,
    'where: this.#item(sql.asReadUnused, key, present) }',
    'where: this.#item(sql.asRead, key, present) }',
  ),
  fault(
    'the version that a client names is not looked at',
    ROWS,
    'if (version !== undefined && version !== present)',
    'if (version === NaN && version !== present)',
  ),
  fault(
    'If-Match is not looked at',
    'libs/adapters/http/src/request/precondition.ts',
    "if (ifMatch !== undefined && (etag === undefined || !listsEtag(ifMatch, etag, 'strong', 'state')))",
    'if (ifMatch !== undefined && etag === undefined)',
  ),
  fault(
    'a version that is replaced stays',
    ROWS,
    'const next = nextVersion(present);',
    'const next = present;',
  ),
  // Years
  fault(
    'what holds a year does not hold its drafts',
    YEARS,
    'await unit.now.run(raiseVersions(this.#dialect, this.#scope.agreementNumber, none, step));',
    '',
  ),
  fault(
    'a chain of years that has changed is taken',
    YEARS,
    'if (fence?.affected !== 1) throw new ConcurrentModification();',
    '',
  ),
  fault('the chain that was seen is not expected', YEARS, 'scope.unit.expectVersions(versions);', ''),
  fault('a year with entries is removed', YEARS, 'if (booked?.rows.length !== 0) return false;', ''),
  fault(
    'a year with drafts is closed',
    `${LEDGER}accounting-year/accounting-year.rules.ts`,
    "if (next.closed) return stays('nextYearClosed', { otherYear: next.year });\n  if (drafts > 0) return stays('hasDrafts', { count: drafts });",
    "if (next.closed) return stays('nextYearClosed', { otherYear: next.year });",
  ),
  fault(
    'closing leaves the result out',
    `${LEDGER}accounting-year/closing.rules.ts`,
    'result += total;',
    'result += 0n;',
  ),
  // Postings
  fault(
    'books in closed years',
    `${LEDGER}posting/posting.rules.ts`,
    "if (period.closed) return left({ ...refused, year, reason: 'accountingYearClosed' });",
    '',
  ),
  fault(
    'books in barred periods',
    `${LEDGER}posting/posting.rules.ts`,
    "if (period.barred && closesYear !== true) return left({ ...refused, year, reason: 'periodBarred' });",
    '',
  ),
  fault(
    'books on barred accounts',
    `${LEDGER}posting/posting.rules.ts`,
    "if (barred && !closesYear) return because('barred');",
    '',
  ),
  fault(
    'books what does not balance',
    `${LEDGER}posting/posting.rules.ts`,
    'if (difference !== NOTHING)',
    "if (difference === ('' as Decimal))",
  ),
  // Numbers
  fault(
    'a counter that others have raised is not noticed',
    `${SQL}sequence/sequence-cache.ts`,
    'return [raising(dialect, agreementNumber, raises), still, given];',
    'return [raising(dialect, agreementNumber, raises), given];',
  ),
  fault(
    'numbers that were not written stay reserved as if they were',
    `${SQL}sequence/sequence-cache.ts`,
    'for (const { counter, to } of reservations) counter.confirmed = Math.max(to, counter.confirmed);',
    'for (const { counter, to } of reservations) counter.confirmed = Math.max(0, to - 1, counter.confirmed);',
  ),
  // Transactions
  fault(
    'what is refused is not rolled back',
    ENGINE,
    'else await sender.send(this.#delimiters.rollBack, connection);',
    'else void sender;',
  ),
  fault(
    'what has failed is not rolled back',
    ENGINE,
    'throw failed;\n      await this.#sender.send(this.#delimiters.rollBack, connection);',
    'throw failed;',
  ),
  fault(
    'runs again whatever became of the commit',
    `${SQL}transaction/retry.ts`,
    "return kind === 'lost' && (!isCommitFailed(error) || hasClaimed);",
    "return kind === 'lost';",
  ),
  fault(
    'does not run again after a conflict',
    `${SQL}transaction/retry.ts`,
    "if (kind === 'conflict' || kind === 'lockWait' || kind === 'failover') return true;",
    "if (kind === 'lockWait' || kind === 'failover') return true;",
  ),
  // Memories
  fault(
    'what is remembered is of any version',
    `${SQL}snapshot/snapshot-cache.ts`,
    'for (const [name, version] of entry.versions) if (versions.get(name) !== version) return undefined;',
    '',
  ),
  fault(
    'answers are remembered whatever was written',
    `${SQL}snapshot/version-reader.ts`,
    "(row['uses'] as number) > 0 ? `${String(row['version'])} used` : String(row['version']),",
    "'1',",
  ),
  // Settings
  fault(
    'there may be one setting too many',
    SETTINGS,
    'values: [...this.#owned, SETTINGS_MAX],',
    'values: [...this.#owned, SETTINGS_MAX + 1],',
  ),
  fault('a setting too many is kept although refused', SETTINGS, 'unit.rollBackOnly();', ''),
  fault(
    'settings that are removed still count',
    SETTINGS,
    'SET \\`settings\\` = \\`settings\\` - 1',
    'SET \\`settings\\` = \\`settings\\` - 0',
  ),
  fault(
    'a setting that another has changed is overwritten',
    SETTINGS,
    'WHERE ${ITEM} AND \\`version\\` = ?`,\n        values: [content, ...this.#owned, key, found],',
    'WHERE ${ITEM} AND \\`version\\` >= ?`,\n        values: [content, ...this.#owned, key, 0],',
  ),
  fault(
    'a voucher is reversed twice',
    `${LEDGER}voucher/reverse-voucher.use-case.ts`,
    'if (isLeft(allowed)) return allowed;',
    '',
  ),
];

function fault(name: string, file: string, from: string, to: string): PlantedFault {
  return { name, file, from, to };
}
