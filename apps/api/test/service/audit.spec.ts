import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';

for (const database of await databases()) {
  describe(`the record of changes on ${database.name} (G37)`, function () {
    this.timeout(60_000);
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });

    const records = () =>
      asked(
        running.service.databaseUrl,
        `SELECT request_id, app_number, grant_number, user_name, method, path, status, created FROM audit_record WHERE agreement_number = ${ours.agreement.agreementNumber}`,
      );
    /** What was recorded of a request, and how many records there are more than before. */
    const recordedOf = async (ask: () => Promise<Answered>) => {
      const before = (await records()).length;
      const answered = await ask();
      const all = await records();
      const own = all.filter(({ request_id }) => request_id === answered.headers.get('x-request-id'));
      expect(all).to.have.length(before + own.length);
      return { answered, own };
    };

    it('has one of each change: who, what, when and by which request', async () => {
      const { answered, own } = await recordedOf(() => ours.post('/units', { name: 'piece' }));
      expect(answered.status).to.equal(201);
      expect(own).to.have.length(1);
      const [{ created, ...record } = {}] = own;
      expect(record).to.deep.include({ method: 'POST', path: '/units', status: 201 });
      const self = (await ours.get('/self')).body;
      expect([record['user_name'], record['app_number']]).to.deep.equal([
        self.userName,
        self.application.appNumber,
      ]);
      expect(Date.parse(created as string)).to.be.greaterThan(Date.now() - 60_000);
      const number = answered.body.unitNumber as number;
      for (const [status, ask] of [
        [200, () => ours.put(`/units/${number}`, { name: 'pair' })],
        [204, () => ours.remove(`/units/${number}`)],
      ] as const) {
        const changed = await recordedOf(ask);
        expect(changed.own.map(({ path, status: told }) => [path, told])).to.deep.equal([
          [`/units/${number}`, status],
        ]);
      }
    });

    it('has none of what was read, refused, or answered again', async () => {
      for (const ask of [
        () => ours.get('/units'),
        () => ours.post('/units', { name: 7 }),
        () => ours.remove('/units/4711'),
      ]) {
        expect((await recordedOf(ask)).own).to.deep.equal([]);
      }
      const key = { 'Idempotency-Key': 'once' };
      const first = await recordedOf(() => ours.post('/units', { name: 'once' }, key));
      const again = await recordedOf(() => ours.post('/units', { name: 'once' }, key));
      expect([first.own.length, again.own.length, again.answered.status]).to.deep.equal([1, 0, 201]);
    });

    it('has as many as there were changes, when many are made at once', async () => {
      const before = (await records()).length;
      const answers = await Promise.all(
        // Half of them have the number of another.
        Array.from({ length: 40 }, (_, index) =>
          ours.post('/departments', { departmentNumber: 1000 + (index >> 1), name: `at once ${index}` }),
        ),
      );
      const accepted = answers.filter(({ status }) => status < 300);
      const after = await records();
      expect(after.length - before).to.equal(accepted.length);
      expect(accepted).to.have.length(20);
      const recorded = new Set(after.map(({ request_id }) => request_id));
      for (const { headers } of accepted) expect(recorded.has(headers.get('x-request-id'))).to.equal(true);
    });

    it('shows nothing of tokens or bodies', async () => {
      await ours.post('/units', { name: 'a-word-of-the-body' });
      const text = JSON.stringify(await records());
      for (const hidden of ['a-word-of-the-body', ...Object.values(ours.tokens)]) {
        expect(text).to.not.include(hidden);
      }
    });
  });
}
