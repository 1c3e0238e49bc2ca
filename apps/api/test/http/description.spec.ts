import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { runningService } from '../support/running-service.js';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';

const PRINTED = new URL('../../../../docs/api/openapi.json', import.meta.url);

const [database] = await databases();

describe('the description of the API', function () {
  const running = runningService(database!);
  let service: ServiceUnderTest;
  before(() => {
    ({ service } = running);
  });

  it('is served to everybody as it is printed in docs/api, with the address of the service', async () => {
    const { status, headers, body } = await service.ask('/openapi.json');

    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(body.servers).to.deep.equal([{ url: service.base, 'x-internal': false }]);
    const { servers: _, ...printed } = JSON.parse(readFileSync(PRINTED, 'utf8'));
    const { servers: __, ...served } = body;
    expect(served).to.deep.equal(printed);
  });

  it('shows of each type of voucher a body that it takes', async () => {
    const { tokens } = await service.agreement({ modules: ['internationalLedger'] });
    const { paths, components } = (await service.ask('/openapi.json')).body;
    const creations = Object.keys(paths).filter(
      (path) => path.startsWith('/vouchers/drafts/') && paths[path].post !== undefined,
    );

    expect(creations).to.have.length(5);
    for (const path of creations) {
      const { content } = paths[path].post.requestBody;
      const { example = components.examples.VoucherDraft.value } = content['application/json'];
      const body = { ...example, date: new Date().toISOString().slice(0, 10) };
      const made = await service.ask(path, { method: 'POST', headers: tokens, body });
      expect(made.status, `${path} ${made.text}`).to.equal(201);
    }
  });

  it('has what the lists of error codes and of resources lead to, as it is answered', async () => {
    const { paths } = (await service.ask('/openapi.json')).body;
    const { collection, metaData } = (await service.ask('/errors')).body;
    expect(metaData.find).to.deep.include({
      href: `${service.base}/errors/{errorCode}`,
      httpMethod: 'get',
      templated: true,
    });
    const { production, experimental } = (await service.ask('/api-resources')).body;

    const followed = [
      ['/errors/{errorCode}', collection[0].self],
      ['/api-resources/{name}', production.products],
      ['/api-resources/{name}', experimental.vouchers],
    ] as const;
    for (const [path, address] of followed) {
      expect(paths, path).to.have.property(path);
      // What is answered is compared with the description where it is asked (`expectDescribed`).
      expect((await service.ask(address)).body.self).to.equal(address);
    }
    expect((await service.ask('/api-resources/Products')).body.self).to.equal(production.products);
    const { status, body } = await service.ask('/api-resources/nothing');
    expect([status, body.errorCode]).to.deep.equal([404, 'E06000']);
    expect(body.developerHint).to.include(`${service.base}/api-resources`);
    const { example } = paths['/errors'].get.responses[200].content['application/json'];
    const [shown] = example.collection;
    const { self: _, ...real } = (await service.ask(`/errors/${shown.errorCode}`)).body;
    expect(shown).to.deep.include(real);
  });

  it('names the known error codes and leaves their list open: a new one is to break no client', async () => {
    const { components } = (await service.ask('/openapi.json')).body;
    const { collection } = (await service.ask('/errors')).body;

    const { errorCode } = components.schemas.Error.properties;
    expect(errorCode).to.deep.include({
      type: 'string',
      'x-extensible-enum': collection.map((one: { errorCode: string }) => one.errorCode),
    });
    const narrowed = JSON.stringify(components.responses).match(/"errorCode":\{"type":"string",[^}]*/g) ?? [];
    expect(narrowed).to.have.length.above(50);
    expect(errorCode).not.to.have.property('enum');
    expect(narrowed.filter((one) => !one.includes('"x-extensible-enum"') || one.includes('"enum"'))).to.be
      .empty;
  });

  it('fills in the whole address of every example', async () => {
    const { text, body } = await service.ask('/openapi.json');

    expect(text.match(/"http:[^"]*\/:[^"]*"/g) ?? []).to.be.empty;
    const { value } = body.components.examples.SalesAccount;
    const zone: number = value.vatZone.vatZoneNumber;
    expect(value.self).to.match(new RegExp(`/sales-accounts/${zone}$`));
  });

  it('is linked from home', async () => {
    const { body } = await service.ask('/');

    expect(body.openapi).to.equal(`${service.base}/openapi.json`);
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await service.ask('/openapi.json');

    const again = await service.ask('/openapi.json', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });

    expect(again.status).to.equal(304);
    expect(again.text).to.equal('');
  });
});
