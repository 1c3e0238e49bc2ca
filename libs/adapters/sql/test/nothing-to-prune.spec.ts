import { expect } from 'chai';
import { calendarDate, type Timestamp } from '@kontor/kernel';
import { asked, gift, onEachDatabase, within, type FreshDatabase } from '@kontor/conformance';
import { Unit } from '@kontor/products';
import { agreementWith } from '@kontor/studio';
import type { Database } from '../src/database.js';
import { openAt } from './support.js';

const AGREEMENTS = 3;
const LONG_AGO = '2020-01-01T00:00:00Z' as Timestamp;

onEachDatabase((kind) => {
  describe('What is kept for a while only', () => {
    let fresh: FreshDatabase;
    let database: Database;
    const statements: string[] = [];
    before(async () => {
      fresh = await kind.fresh();
      database = await openAt(fresh.url, { onQuery: (sql) => statements.push(sql) });
      await database.migrate();
      const signupDate = calendarDate('2026-11-25');
      const agreement = agreementWith({ name: 'A', baseCurrency: 'EUR', modules: [], signupDate });
      for (let at = 0; at < AGREEMENTS; at += 1) {
        const { agreementNumber } = await database.studio.agreements.create(agreement);
        await gift(within(database, agreementNumber, Unit, (units) => units.create({ name: 'piece' })));
      }
    });
    after(async () => {
      await database.close();
      await fresh.drop();
    });

    it('costs an agreement of which nothing is old one look at the oldest event, and one at the keys', async () => {
      statements.length = 0;

      const pruned = [await database.pruneEvents(LONG_AGO), await database.pruneIdempotencyKeys(LONG_AGO)];

      expect(pruned).to.deep.equal([0, 0]);
      const ofEach = statements.filter((sql) => !/FROM [`"]agreement[`"]/.test(sql));
      expect(
        ofEach.filter((sql) => !/^SELECT/.test(sql)),
        'no transaction',
      ).to.deep.equal([]);
      expect(ofEach).to.have.length(2 * AGREEMENTS);
      for (const sql of ofEach) expect(sql).to.match(/ LIMIT 1$/);
    });

    it('is removed in transactions of some rows each (R11): nobody who writes waits for all of it', async () => {
      const keys = Array.from(
        { length: 1_200 },
        (_, at) => `(1, ${1 + (at % 2)}, 'key${at}', '', 201, '${LONG_AGO}')`,
      );
      const columns = 'agreement_number, app_number, key_hash, fingerprint, status, created';
      await asked(fresh.url, `INSERT INTO idempotency_key (${columns}) VALUES ${keys.join(', ')}`);
      statements.length = 0;

      expect(await database.pruneIdempotencyKeys('2021-01-01T00:00:00Z' as Timestamp)).to.equal(1_200);

      const steps = statements.flatMap((sql) => /^(COMMIT|DELETE)/.exec(sql)?.[1] ?? []);
      expect(steps.join(' ')).to.match(/^(DELETE (DELETE )?COMMIT ?){3}$/);
    });

    describe('and was dated by a clock that was years ahead', () => {
      const AHEAD = '2100-01-01T00:00:00Z' as Timestamp;
      const OLD = '2019-01-01T00:00:00Z' as Timestamp;
      const YOUNG = '2021-01-01T00:00:00Z' as Timestamp;

      /** Which of an agreement's events of these instants are kept, numbered from 1. */
      async function keptOf(agreementNumber: number, instants: readonly Timestamp[]): Promise<number[]> {
        await asked(fresh.url, `DELETE FROM event WHERE agreement_number = ${agreementNumber}`);
        const rows = instants.map(
          (created, at) =>
            `(${agreementNumber}, ${at + 1}, 'unit.created', 'units', '[]', '${created}', '', 0, '')`,
        );
        const columns =
          'agreement_number, sequence, type, collection, item_keys, created, request_id, app_number, user_name';
        await asked(fresh.url, `INSERT INTO event (${columns}) VALUES ${rows.join(', ')}`);
        await database.pruneEvents(LONG_AGO);
        const kept = await asked(
          fresh.url,
          `SELECT sequence FROM event WHERE agreement_number = ${agreementNumber} ORDER BY sequence`,
        );
        return kept.map((row) => Number(Object.values(row as object)[0]));
      }

      it('goes with what is old after it, and keeps nothing', async () => {
        expect(await keptOf(2, [AHEAD, OLD, AHEAD, OLD, YOUNG])).to.deep.equal([5]);
      });

      it('stays where what comes after it is young, or nothing does', async () => {
        expect(await keptOf(2, [OLD, AHEAD, YOUNG])).to.deep.equal([2, 3]);
        expect(await keptOf(2, [OLD, AHEAD])).to.deep.equal([2]);
        expect(await keptOf(2, [AHEAD, YOUNG, OLD])).to.deep.equal([1, 2, 3]);
      });

      it('goes and stays so however many there are', async () => {
        const many = Array.from({ length: 700 }, () => AHEAD);
        expect(await keptOf(2, [...many, OLD, YOUNG])).to.deep.equal([702]);
        const old = Array.from({ length: 490 }, () => OLD);
        expect((await keptOf(2, [...old, ...many, YOUNG]))[0]).to.equal(491);
      });
    });
  });
});
