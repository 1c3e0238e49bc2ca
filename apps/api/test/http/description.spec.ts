import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startService, databases, type ServiceUnderTest } from '../support/service-under-test.js';

const PRINTED = new URL('../../../../docs/api/openapi.json', import.meta.url);

describe('the description of the API', function () {
  let service: ServiceUnderTest;
  before(async () => {
    const [first] = await databases();
    if (first === undefined) throw new Error('there is no database');
    service = await startService(await first.fresh());
  });
  after(() => service.stop());

  it('is served to everybody as it is printed in docs/api, with the address of the service', async () => {
    const { status, headers, body } = await service.ask('/openapi.json');

    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(body.servers).to.deep.equal([{ url: service.base, 'x-internal': false }]);
    const { servers: _, ...printed } = JSON.parse(readFileSync(PRINTED, 'utf8'));
    const { servers: __, ...served } = body;
    expect(served).to.deep.equal(printed);
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
