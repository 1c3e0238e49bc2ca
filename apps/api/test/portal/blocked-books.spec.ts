import { expect } from 'chai';
import { codesIn, type Seen } from '@kontor/conformance';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { expectPage, visitor, type Visitor } from '../support/visitor.js';

for (const database of await databases()) {
  describe(`the pages of blocked books on ${database.name}`, function () {
    const running = runningService(database);
    let anna: Visitor;
    let agreementNumber: number;
    let app: string;

    before(async () => {
      anna = visitor(() => running.service);
      await anna.signUp();
      const made = await anna.send(await anna.open('/portal/first-call'), '/portal/first-call');
      const [, , secret = '', grant = ''] = codesIn(made);
      const headers = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
      agreementNumber = (await running.service.ask('/self', { headers })).body.agreementNumber as number;
      app = /href="(\/portal\/apps\/\d+)"/.exec((await anna.open('/portal/apps')).html)?.[1] ?? '';
    });

    const { company, apps, webhooks } = {
      company: '/portal/company',
      apps: '/portal/apps',
      webhooks: '/portal/webhooks',
    };
    const submitted = async (page: string, to: string, entries = {}): Promise<Seen> =>
      anna.submit(await anna.open(page), to, entries);

    for (const flag of ['blocked', 'forDeletion'] as const) {
      it(`change and add nothing while they are ${flag}, and take away what there is`, async () => {
        const { agreements } = running.service.service.database.studio;
        const made = { name: `Other ${flag}`, 'root-url': 'https://other.example', roles: 'Sales' };
        await agreements.flag(agreementNumber, { [flag]: true });

        const refused = [
          await submitted(company, company, { city: 'Flensburg' }),
          await submitted(`${apps}/new`, apps, made),
          await submitted(`${app}/change`, `${app}/change`, { ...made, name: 'Another' }),
          await submitted(`${webhooks}/new`, webhooks, { url: 'https://other.example', types: 'unit.*' }),
        ];

        for (const seen of refused) expectPage(seen, 403, 'Nothing can be changed');
        expect((await anna.open(company)).html).not.to.contain('Flensburg');
        expect((await anna.open(apps)).html)
          .not.to.contain(`Other ${flag}`)
          .and.not.to.contain('Another');
        expect((await submitted(`${app}/secret`, `${app}/secret`)).status).to.equal(303);
        await agreements.flag(agreementNumber, { [flag]: false });
        expect((await submitted(company, company, { city: 'Flensburg' })).status).to.equal(303);
        await submitted(company, company, { city: '' });
      });
    }
  });
}
