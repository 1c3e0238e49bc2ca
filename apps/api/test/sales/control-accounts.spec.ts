import { expect } from 'chai';
import { controlAccountsOver } from '../../src/control-accounts.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

for (const database of await databases()) {
  describe(`control accounts on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();

    it('are those of the group that a customer or supplier is in (D157)', async () => {
      const { unitOfWork } = running.service.service.database;
      const { ofCustomer, ofSupplier } = controlAccountsOver(unitOfWork.read(ours.agreement.agreementNumber));

      expect([await ofCustomer(1), await ofCustomer(6)]).to.deep.equal([5710, 5720]);
      expect([await ofSupplier(1), await ofSupplier(4)]).to.deep.equal([6410, 6420]);
      expect([await ofCustomer(99), await ofSupplier(99)]).to.deep.equal([undefined, undefined]);
    });
  });
}
