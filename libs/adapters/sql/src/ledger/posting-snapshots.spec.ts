import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import { Account, VatAccount, type PostableAccount, type Posting } from '@kontor/ledger';
import { mysqlDialect } from '../dialect/mysql.js';
import { tableOf } from '../entity/table-of.js';
import { ImmutableFacts } from '../snapshot/immutable-facts.js';
import { itemName } from '../integrity/references.js';
import type { ResourceAccesses } from '../resource/resource-access.js';
import { statement } from '../statement.js';
import { Unit } from '../transaction/unit.js';
import { POSTING_COLLECTIONS, PostingSnapshots } from './posting-snapshots.js';

const AGREEMENT = 1;
const tables = [Account, VatAccount].map((resource) => tableOf(resource));
const access = new Map(
  tables.map((table) => [table.resource.collection, { table }]),
) as unknown as ResourceAccesses;
const versions = (version: number) => new Map(POSTING_COLLECTIONS.map((name) => [name, version]));
const facts = (...accountNumbers: readonly number[]) => ({
  accounts: new Map(
    accountNumbers.map((accountNumber) => [accountNumber, { accountNumber } as PostableAccount]),
  ),
  periods: [
    {
      ...{ year: '2026', periodNumber: 1, fromDate: '2026-01-01' as FullDate },
      ...{ toDate: '2026-01-31' as FullDate, closed: false, barred: false },
    } as const,
  ],
  missing: [],
});
const posting = (accountNumber: number, more: { date?: string; vatCode?: string } = {}) =>
  ({
    date: more.date ?? '2026-01-15',
    entries: [{ accountNumber, vatCode: more.vatCode }],
  }) as unknown as Posting;

describe('snapshots of posting facts', () => {
  let permanent: ImmutableFacts<true>;
  let snapshots: PostingSnapshots;
  beforeEach(() => {
    permanent = new ImmutableFacts(10_000);
    snapshots = new PostingSnapshots(access, permanent);
    for (const number of [1000, 2000]) permanent.put(AGREEMENT, itemName(tableOf(Account), [number]), true);
  });

  const unit = (isOptimistic = true) =>
    new Unit({
      ...{ dialect: mysqlDialect, agreementNumber: AGREEMENT, isOptimistic },
      session: { run: () => Promise.resolve([]) },
    });
  const accountsFor = (...postings: readonly Posting[]): readonly number[] | undefined => {
    const found = snapshots.expecting(unit(), AGREEMENT, postings);
    return found && [...found.accounts.keys()];
  };

  it('are given to a unit that expects the versions of the year and of what entries name', () => {
    const one = unit();
    snapshots.put(AGREEMENT, versions(7), facts(1000));

    expect(snapshots.expecting(one, AGREEMENT, [posting(1000)])?.missing).to.deep.equal([]);
    expect([...one.batchToCommit().expected.versions.keys()]).to.have.members([
      'accounting-years',
      'accounts',
    ]);
    expect(one.isSpeculative).to.equal(true);
  });

  it('are not given to a unit that looks at once or has written, or of another agreement', async () => {
    const written = unit();
    await written.now.run(statement('UPDATE `account` SET `barred` = 1'));
    snapshots.put(AGREEMENT, versions(7), facts(1000));

    expect(snapshots.expecting(unit(false), AGREEMENT, [posting(1000)])).to.equal(undefined);
    expect(snapshots.expecting(written, AGREEMENT, [posting(1000)])).to.equal(undefined);
    expect(snapshots.expecting(unit(), 2, [posting(1000)])).to.equal(undefined);
  });

  it('are of no use where an account or the period of a date is not known', () => {
    snapshots.put(AGREEMENT, versions(7), facts(1000));

    expect(accountsFor(posting(2000))).to.equal(undefined);
    expect(accountsFor(posting(1000, { date: '2026-02-01' }))).to.equal(undefined);
  });

  it('are of no use where something is named that entries may never have named before', () => {
    snapshots.put(AGREEMENT, versions(7), facts(1000, 3000));

    expect(accountsFor(posting(3000))).to.equal(undefined);
    expect(accountsFor(posting(1000, { vatCode: 'O25' }))).to.equal(undefined);
  });

  it('grow while the versions are the same, and begin anew at others', () => {
    snapshots.put(AGREEMENT, versions(7), facts(1000));
    snapshots.put(AGREEMENT, versions(7), facts(2000));
    expect(accountsFor(posting(1000), posting(2000))).to.deep.equal([1000, 2000]);

    snapshots.put(AGREEMENT, versions(8), facts(2000));
    expect(accountsFor(posting(1000))).to.equal(undefined);
    expect(accountsFor(posting(2000))).to.deep.equal([2000]);
  });

  it('are read anew after a batch was refused that expected them', () => {
    const one = unit();
    snapshots.put(AGREEMENT, versions(7), facts(1000));
    snapshots.expecting(one, AGREEMENT, [posting(1000)]);

    one.hooks.preconditionFailed();

    expect(accountsFor(posting(1000))).to.equal(undefined);
  });
});
