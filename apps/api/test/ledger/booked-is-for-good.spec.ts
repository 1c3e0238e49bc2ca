import { expect } from 'chai';
import { seedEntries } from '../../src/seed/standard-years.js';
import { expectRefusal } from '../support/refusal.js';
import { limitedUser } from '../support/limited-user.js';
import { clientOf } from '../support/running-service.js';
import { databases, startService, type ServiceUnderTest } from '../support/service-under-test.js';
import { tamperedWith } from '../support/tampering.js';
import { booked, aTransfer } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());
const BEFORE = String(new Date().getUTCFullYear() - 1);
const MAY_NOT = 1142;

/** Grants are something of database servers. */
const served = (await databases()).filter(({ name }) => name !== 'SQLite');

for (const database of served) {
  describe(`a service whose database user may not change or delete entries, on ${database.name} (G7)`, function () {
    const user = `kontor_${process.pid}`;
    let owner: ServiceUnderTest;
    let limited: ServiceUnderTest;
    let limitedUrl: string;

    before(async () => {
      owner = await startService(await database.fresh());
      limitedUrl = await limitedUser(owner.databaseUrl, user);
      limited = await startService({ url: limitedUrl, drop: () => Promise.resolve() });
    });
    after(async () => {
      await limited?.stop();
      await tamperedWith(owner.databaseUrl, `DROP USER IF EXISTS '${user}'@'%'`);
      await owner?.stop();
    });

    it('drafts, books and closes all the same', async () => {
      const agreement = await limited.agreement({ modules: ['internationalLedger'] });
      const client = clientOf(() => ({ service: limited, agreement }));
      const { agreementNumber } = agreement;
      await seedEntries(limited.service.database, { agreementNumber, entries: 200, now: new Date() });

      const answer = await booked(client, aTransfer(`${YEAR}-03-05`));
      expect(answer.status, answer.text).to.equal(201);
      const closed = await client.post(`/accounting-years/${BEFORE}/closing`, undefined);
      expect(closed.status, closed.text).to.equal(200);
      const checks = await limited.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('answers 503 where a right that it needs was taken, and as before when it has it again', async () => {
      const agreement = await limited.agreement();
      const client = clientOf(() => ({ service: limited, agreement }));
      const name = new URL(owner.databaseUrl).pathname.slice(1);
      const table = `\`${name}\`.unit`;
      await tamperedWith(owner.databaseUrl, `REVOKE UPDATE ON ${table} FROM '${user}'@'%'`);
      const refused = await client.put('/units/1', { name: 'box' });
      await tamperedWith(owner.databaseUrl, `GRANT UPDATE ON ${table} TO '${user}'@'%'`);

      expectRefusal(refused, 503);
      expect(refused.text).not.to.match(/denied|update|kontor_/i);
      expect((await client.put('/units/1', { name: 'box' })).status).to.equal(200);
    });

    for (const sql of ['UPDATE entry SET amount = 0', 'DELETE FROM entry']) {
      it(`is refused ${sql} by the database itself`, async () => {
        const refused = await tamperedWith(limitedUrl, sql).then(
          () => undefined,
          ({ errno }: { errno: number }) => errno,
        );

        expect(refused).to.equal(MAY_NOT);
      });
    }
  });
}
