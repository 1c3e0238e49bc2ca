import { expect } from 'chai';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

const MOST = 200;
const AT_ONCE = 50;

for (const database of await databases()) {
  describe(`the limit of 200 settings on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ filled: false });
    const theirs = running.client({ filled: false });

    for (const scope of ['agreement', 'user'] as const) {
      it(`is exact for the ${scope} under 50 parallel PUTs on two replicas (G11)`, async () => {
        const replica = await running.service.replica();
        const put = (key: string, on = running.service): Promise<Answered> =>
          on.ask(`/app-settings/${scope}/${key}`, {
            method: 'PUT',
            headers: ours.tokens,
            body: { settingKey: key, content: key },
          });
        const count = async (): Promise<number> =>
          (await ours.get(`/app-settings/${scope}?pagesize=1`)).body.pagination.results as number;
        try {
          const first = MOST - AT_ONCE / 2;
          for (let from = 0; from < first; from += 25) {
            await Promise.all(Array.from({ length: 25 }, (_, index) => put(`k${from + index}`)));
          }
          expect(await count()).to.equal(first);

          const race = await Promise.all(
            Array.from({ length: AT_ONCE }, (_, index) =>
              put(`race${index}`, index % 2 === 0 ? running.service : replica),
            ),
          );

          const made = race.filter(({ status }) => status === 201);
          const refused = race.filter(({ status }) => status !== 201);
          for (const answer of refused) expectRefusal(answer, 400, 'E10060');
          expect([made.length, await count()]).to.deep.equal([AT_ONCE / 2, MOST]);
          expectRefusal(await put('oneMore'), 400, 'E10060');
          expect((await put('k0')).status, 'an old one is still replaced').to.equal(200);

          // Removing makes room for exactly as many, whoever removes first.
          const removals = await Promise.all(
            [0, 1, 2, 2, 2, 1].map((index) => ours.remove(`/app-settings/${scope}/k${index}`)),
          );
          expect(removals.filter(({ status }) => status === 204)).to.have.length(3);
          const again = await Promise.all(Array.from({ length: 10 }, (_, index) => put(`again${index}`)));
          expect(again.filter(({ status }) => status === 201)).to.have.length(3);
          expect(await count()).to.equal(MOST);
        } finally {
          await replica.stop();
        }
      });
    }

    it('is each app’s and each agreement’s own', async () => {
      const otherApp = await running.service.app(ours.agreement.agreementNumber);
      const body = { settingKey: 'k', content: null };

      const ofApp = await running.service.ask('/app-settings/agreement/k', {
        method: 'PUT',
        headers: otherApp,
        body,
      });

      expect(ofApp.status).to.equal(201);
      expect((await theirs.put('/app-settings/agreement/k', body)).status).to.equal(201);
    });

    it('counts a key that many make at once as one', async () => {
      const body = { settingKey: 'same', content: 1 };

      const all = await Promise.all(
        Array.from({ length: 16 }, () => theirs.put('/app-settings/user/same', body)),
      );

      expect(all.filter(({ status }) => status === 201)).to.have.length(1);
      expect(all.filter(({ status }) => status === 200)).to.have.length(15);
      expect((await theirs.remove('/app-settings/user/same')).status).to.equal(204);
      for (let index = 0; index < MOST; index += 20) {
        const filled = await Promise.all(
          Array.from({ length: 20 }, (_, more) => {
            const settingKey = `f${index + more}`;
            return theirs.put(`/app-settings/user/${settingKey}`, { settingKey, content: 1 });
          }),
        );
        expect(filled.filter(({ status }) => status === 201)).to.have.length(20);
      }
      expectRefusal(
        await theirs.put('/app-settings/user/last', { settingKey: 'last', content: 1 }),
        400,
        'E10060',
      );
    });
  });
}
