import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { booked } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());
const DISTRIBUTIONS = '/departmental-distributions';

for (const database of await databases()) {
  describe(`distributions that entries of a department show, on ${database.name} (§2.7)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['dimension', 'internationalLedger'] });

    const madeDepartment = async (name: string): Promise<number> =>
      (await client.post('/departments', { name })).body.departmentNumber;
    const ofDepartment = (departmentNumber: number, distributionType = 'department') => ({
      name: 'All of it',
      distributionType,
      distributions: [{ department: { departmentNumber }, percentage: 100 }],
    });
    const distributed = async (departmentNumber: number): Promise<string> => {
      const { status, body, text } = await client.post(DISTRIBUTIONS, ofDepartment(departmentNumber));
      expect(status, text).to.equal(201);
      return `${DISTRIBUTIONS}/${body.departmentalDistributionNumber}`;
    };
    const bookedFor = async (departmentNumber: number): Promise<void> => {
      const line = { account: { accountNumber: 1620 }, vatAccount: null, amount: 10 };
      const { status, text } = await booked(client, {
        date: `${YEAR}-03-03`,
        lines: [{ ...line, contraAccount: { accountNumber: 5810 }, department: { departmentNumber } }],
      });
      expect(status, text).to.equal(201);
    };
    const shownBy = async (departmentNumber: number): Promise<string> => {
      const { body } = await client.get(`/entries?filter=department.departmentNumber$eq:${departmentNumber}`);
      return `${DISTRIBUTIONS}/${body.collection[0].departmentalDistribution?.departmentalDistributionNumber}`;
    };
    const actionsOf = async (path: string): Promise<readonly string[]> =>
      Object.keys((await client.get(path)).body.metaData);

    it('are not removed, and are offered so only before anything is booked', async () => {
      const department = await madeDepartment('Yard');
      const path = await distributed(department);
      expect(await actionsOf(path)).to.include('delete');
      await bookedFor(department);

      expect(await actionsOf(path)).not.to.include('delete');
      const refused = await client.remove(path);
      expectRefusal(refused, 400, 'E10150');
      expect(refused.body.additionalData.usedBy[0]).to.include({ resource: 'departments', key: department });
      expect(await shownBy(department)).to.equal(path);

      // Each is named as what keeps the other: neither hint leads back.
      const hints = [refused, await client.remove(`/departments/${department}`)].map(({ body }) => [
        body.errorCode,
        body.developerHint,
      ]);
      const why = /^Booked entries rest on it, .* another name/;
      for (const [code, hint] of hints) expect(hint, code).to.match(why);
    });

    it('stay of their type and of their department, and are changed otherwise', async () => {
      const department = await madeDepartment('Kitchen');
      const other = await madeDepartment('Garage');
      const path = await distributed(department);
      await bookedFor(department);

      expectRefusal(await client.put(path, ofDepartment(department, 'distribution')), 400, 'E10390');
      expectRefusal(await client.put(path, ofDepartment(other)), 400, 'E10390');
      const renamed = await client.put(path, { ...ofDepartment(department), name: 'The kitchen' });
      expect(renamed.status, renamed.text).to.equal(200);
      expect(renamed.body.metaData).to.equal(undefined);
      expect(await shownBy(department)).to.equal(path);
    });

    it('are the first of their department: others come, change and go as before', async () => {
      const department = await madeDepartment('Cellar');
      const path = await distributed(department);
      await bookedFor(department);
      const later = await distributed(department);

      expect(await shownBy(department)).to.equal(path);
      expect(await actionsOf(later)).to.include('delete');
      expect((await client.remove(later)).status).to.equal(204);
      const unbooked = await distributed(await madeDepartment('Attic'));
      expect((await client.remove(unbooked)).status).to.equal(204);
      expectRefusal(await client.remove(unbooked), 404, 'E06000');
    });
  });
}
