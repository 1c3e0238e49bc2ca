import { expect } from 'chai';
import { databases, startService, type ServiceUnderTest } from '../support/service-under-test.js';

describe('the API reference at /docs', function () {
  this.timeout(60_000);
  let service: ServiceUnderTest;
  let pages: readonly string[];
  before(async () => {
    const [first] = await databases();
    if (first === undefined) throw new Error('there is no database');
    service = await startService(await first.fresh());
    const { text } = await service.ask('/docs');
    pages = [...new Set([...text.matchAll(/href="(\/docs\/[\w-]+)"/g)].map(([, path = '']) => path))];
  });
  after(() => service.stop());

  it('has a page for everything that the description groups operations by', async () => {
    const { body } = await service.ask('/openapi.json');

    expect(pages).to.have.members(
      (body.tags as readonly { name: string }[]).map(({ name }) => `/docs/${name}`),
    );
  });

  it('shows every operation at the place that the contents lead to, and leaves no link without an end', async () => {
    const { text: contents } = await service.ask('/docs');
    const { body } = await service.ask('/openapi.json');
    let operations = 0;

    for (const path of pages) {
      const { status, text } = await service.ask(path);
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
      const within = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
      const led = [...contents.matchAll(new RegExp(`href="${path}#([^"]+)"`, 'g'))].map(([, id = '']) => id);

      expect(status, path).to.equal(200);
      expect(text, path).not.to.match(/undefined|\[object/);
      expect(
        [...within, ...led].filter((id) => !ids.has(id)),
        path,
      ).to.deep.equal([]);
      operations += led.length;
    }
    const told = Object.values(body.paths as object).flatMap((item) => Object.keys(item as object));
    expect(operations).to.equal(told.length);
  });

  it('escapes what is looked for', async () => {
    const { text } = await service.ask('/docs?q=%22%3E%3Cscript%3E');

    expect(text).to.contain('value="&quot;&gt;&lt;script&gt;"').and.to.contain('0 of ');
  });
});
