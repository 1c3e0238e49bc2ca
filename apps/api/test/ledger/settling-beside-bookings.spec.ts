import { expect } from 'chai';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aTransfer, everyPage, lastYear } from './the-books.js';

const CLERKS = 6;
const EACH = 6;
const SETTLEMENTS = '/statements/vat/settlements';
/** Of 36 bookings and what is settled beside them; it was several for each settlement before. */
const DEADLOCKS_MAX = 3;

for (const database of await databases()) {
  describe(`settling VAT beside who drafts and books on ${database.name}, on two replicas`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const replica = replicaOf(running);

    if (database.name !== 'SQLite') {
      it('locks what bookings lock, in their order, before it locks the years', async () => {
        const { on } = await lastYear(ours);
        const asked = replica.client(ours);
        const locksOf = async (change: () => Promise<{ readonly status: number }>) => {
          const from = replica.statements.length;
          const { status } = await change();
          expect(status).to.be.below(300);
          return (
            replica.statements
              .slice(from)
              // One round trip may be one text.
              .flatMap((sql) => sql.split(/;\s*/))
              .filter((sql) => / FOR UPDATE$|^UPDATE `(?:period|collection_state)`/.test(sql))
              .map((sql) => /(?:FROM|UPDATE) `(\w+)`/.exec(sql)?.[1])
          );
        };
        const inOrder = ['number_counter', 'period', 'collection_state', 'collection_state'];

        const settles = () => asked.post(SETTLEMENTS, { fromDate: on('03-01'), toDate: on('03-31') });
        const settled = await locksOf(settles);
        expect(settled.slice(0, 6)).to.deep.equal([...inOrder, 'collection_state', 'period']);
        const all = await everyPage(asked, SETTLEMENTS);
        const { settlementNumber } = all.at(-1) as { settlementNumber: number };
        const takenBack = await locksOf(() => asked.remove(`${SETTLEMENTS}/${settlementNumber}`));
        expect(takenBack.filter((table) => table !== 'vat_settlement').slice(0, 4)).to.deep.equal(inOrder);
      });
    }

    it('is answered at once, loses no deadlocks, and leaves numbers without holes', async () => {
      const { year, on } = await lastYear(ours);
      const twins: readonly Client[] = [ours, replica.client(ours)];
      const both = [running.service, replica.service].map(({ service }) => service.database);
      const deadlocks = (): number =>
        both.reduce((all, { load }) => all + (load().ranAgain.get('conflict') ?? 0), 0);
      const before = deadlocks();
      const answers: number[] = [];
      let clerks = CLERKS;

      const clerk = async (client: Client): Promise<void> => {
        for (let made = 0; made < EACH; made += 1) {
          const drafted = await client.post('/vouchers/drafts/finance-vouchers', aTransfer(on('07-07')));
          const { voucherId, date } = drafted.body;
          const booked = await client.post('/vouchers/booked', { voucherId, date });
          answers.push(drafted.status, booked.status);
        }
        clerks -= 1;
      };
      const chief = async (client: Client): Promise<void> => {
        while (clerks > 0) {
          const span = { fromDate: on('01-01'), toDate: on('01-31') };
          const settled = await client.post(SETTLEMENTS, span);
          const back = await client.remove(`${SETTLEMENTS}/${settled.body.settlementNumber}`);
          answers.push(settled.status, back.status);
        }
      };
      await Promise.all([
        ...Array.from({ length: CLERKS }, (_, index) => clerk(twins[index % 2] as Client)),
        chief(ours),
      ]);

      expect(answers.filter((status) => status >= 400)).to.deep.equal([]);
      if (database.name !== 'SQLite') expect(deadlocks() - before).to.be.at.most(DEADLOCKS_MAX);
      const booked = await everyPage(
        ours,
        `/accounting-years/${year.replace('/', '_6_')}/entries?pagesize=1000&filter=date$eq:${on('07-07')}`,
      );
      expect(booked).to.have.length(CLERKS * EACH * 2);
      const { agreementNumber } = ours.agreement;
      const checks = await running.service.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });
  });
}
