import { expect } from 'chai';
import { Busy, type Timestamp } from '@kontor/kernel';
import { InMemory } from '../../test/in-memory.js';
import type { DatabaseErrorKind } from '../dialect/dialect.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { HOUSEKEEPING } from '../entity/housekeeping.js';
import { idempotencyKeys, pruneKeys } from './idempotency-keys.js';
import { Unit } from './unit.js';
import { statementsOf } from './write-batch.js';

const AGREEMENT = 7;
const APP = 3;

describe('idempotency keys', () => {
  let database: InMemory;
  beforeEach(() => {
    database = new InMemory(...HOUSEKEEPING);
  });
  afterEach(() => database.close());

  /** A unit of work that writes at once, and keeps what it has said when it is told to. */
  const begin = (agreementNumber = AGREEMENT) => {
    const unit = new Unit({
      dialect: sqliteDialect,
      agreementNumber,
      session: database,
      isOptimistic: false,
    });
    const attempt = { hasClaimed: false };
    const keys = idempotencyKeys(unit, { agreementNumber, dialect: sqliteDialect, attempt });
    const commit = async () => database.run(...statementsOf(sqliteDialect, [unit.batchToCommit()]));
    return { keys, attempt, commit };
  };
  const answered = async (key: string, body: string, location?: string): Promise<void> => {
    const { keys, commit } = begin();
    await keys.claim(APP, key, 'asked');
    await keys.store(APP, key, { status: 201, body, ...(location !== undefined && { location }) });
    await commit();
  };
  const kept = () => database.read('SELECT items FROM collection_state').flat();
  const prune = (before: string) => pruneKeys(database, sqliteDialect, AGREEMENT, before as Timestamp);

  it('are claimed by who comes first, and told as such', async () => {
    const { keys, attempt } = begin();

    expect(await keys.claim(APP, 'key', 'asked')).to.deep.equal({ kind: 'Claimed' });
    expect(attempt.hasClaimed).to.equal(true);
  });

  it('give the answer that was kept to who asks for the same again', async () => {
    await answered('made', '{"å":1}', '/units/1');
    await answered('plain', '');
    const { keys, attempt } = begin();

    expect(await keys.claim(APP, 'made', 'asked')).to.deep.equal({
      kind: 'Answered',
      answer: { status: 201, body: '{"å":1}', location: '/units/1' },
    });
    expect(await keys.claim(APP, 'plain', 'asked')).to.deep.equal({
      kind: 'Answered',
      answer: { status: 201, body: '' },
    });
    expect(attempt.hasClaimed).to.equal(false);
    expect(kept()).to.deep.equal([Buffer.byteLength('{"å":1}')]);
  });

  it('are refused to who asks for something else', async () => {
    await answered('key', '{}');

    expect(await begin().keys.claim(APP, 'key', 'other')).to.deep.equal({ kind: 'UsedForAnother' });
  });

  it('are of one agreement and one app, however long they are', async () => {
    const long = 'k'.repeat(255);
    await answered(long, '{}');

    expect(await begin().keys.claim(APP + 1, long, 'other')).to.deep.equal({ kind: 'Claimed' });
    expect(await begin(8).keys.claim(APP, long, 'other')).to.deep.equal({ kind: 'Claimed' });
    expect(await begin().keys.claim(APP, `${long.slice(1)}x`, 'other')).to.deep.equal({ kind: 'Claimed' });
  });

  it('are busy where another holds the claim, or where they expire in this instant', async () => {
    const failing = (kind: DatabaseErrorKind) => {
      const error = new Error(kind);
      const unit = new Unit({
        ...{ dialect: sqliteDialect, agreementNumber: AGREEMENT, isOptimistic: false },
        session: { run: () => Promise.reject(error) },
      });
      const dialect = { ...sqliteDialect, classify: () => kind };
      const attempt = { hasClaimed: false };
      const keys = idempotencyKeys(unit, { agreementNumber: AGREEMENT, dialect, attempt });
      return keys.claim(APP, 'key', 'asked').catch((thrown: unknown) => ({ thrown, error }));
    };
    const held = (await failing('lockWait')) as { readonly thrown: unknown; readonly error: unknown };
    expect(held.thrown).to.be.instanceOf(Busy).and.to.have.property('cause', held.error);
    const lost = (await failing('lost')) as { readonly thrown: unknown; readonly error: unknown };
    expect(lost.thrown).to.equal(lost.error);

    await answered('key', '{}');
    const run = database.run.bind(database);
    database.run = async (...statements) => {
      const outcomes = await run(...statements).catch(async (error: unknown) => {
        await run({ sql: 'DELETE FROM idempotency_key', values: [] });
        throw error;
      });
      return outcomes;
    };
    expect(
      await begin()
        .keys.claim(APP, 'key', 'asked')
        .catch((error: unknown) => error),
    ).to.be.instanceOf(Busy);
  });

  it('keep no more answers than an agreement may have', async () => {
    await answered('first', '{}');
    await database.run({ sql: 'UPDATE collection_state SET items = 1073741824 - 2', values: [] });
    const { keys, commit } = begin();

    expect(await keys.store(APP, 'key', { status: 200, body: '123' })).to.equal(false);
    expect(await keys.store(APP, 'key', { status: 200, body: '12' })).to.equal(true);
    await commit();
    expect(kept(), 'with what was kept alone').to.deep.equal([1_073_741_824]);
  });

  it('are pruned when they are old, and free what their answers had', async () => {
    await answered('old', '12345');
    await database.run({ sql: "UPDATE idempotency_key SET created = '2026-01-01T00:00:00Z'", values: [] });
    await answered('new', '123');
    await begin(8).keys.claim(APP, 'of others', 'asked');
    await database.run({ sql: "UPDATE idempotency_key SET created = '2026-01-01T00:00:00Z' WHERE agreement_number = 8", values: [] }); // prettier-ignore

    expect(await prune('2026-01-01T00:00:00Z')).to.equal(0);
    expect(await prune('2026-01-01T00:00:01Z')).to.equal(1);
    expect(kept()).to.deep.equal([3]);
    expect(database.read('SELECT COUNT(*) FROM idempotency_key').flat()).to.deep.equal([2]);
    expect(await prune('2100-01-01T00:00:00Z')).to.equal(1);
    expect(kept()).to.deep.equal([0]);
  });

  it('are pruned 500 at once, and never free more than was counted', async () => {
    await answered('counted', '123');
    for (let index = 0; index < 1_200; index += 1)
      await database.run({
        sql: 'INSERT INTO idempotency_key (agreement_number, app_number, key_hash, fingerprint, status, body, created) VALUES (?, ?, ?, ?, 200, ?, ?)',
        values: [
          AGREEMENT,
          APP,
          `hash ${index}`,
          'asked',
          index % 2 === 0 ? null : '{}',
          '2026-01-01T00:00:00Z',
        ],
      });

    for (const some of [500, 500, 200, 0]) expect(await prune('2026-01-02T00:00:00Z')).to.equal(some);
    expect(kept()).to.deep.equal([0]);
  });
});
