import { expect } from 'chai';
import { runningService } from '../support/running-service.js';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';

const [database] = await databases();

describe('the API reference at /docs/api', function () {
  const running = runningService(database!);
  let service: ServiceUnderTest;
  let pages: readonly string[];
  before(async () => {
    ({ service } = running);
    const { text } = await service.ask('/docs/api');
    pages = [...new Set([...text.matchAll(/href="(\/docs\/api\/[\w-]+)"/g)].map(([, path = '']) => path))];
  });

  it('has a page for everything that the description groups operations by', async () => {
    const { body } = await service.ask('/openapi.json');

    expect(pages).to.have.members(
      (body['x-resources'] as readonly { name: string }[]).map(({ name }) => `/docs/api/${name}`),
    );
  });

  it('shows every operation at the place that the contents lead to, and leaves no link without an end', async () => {
    const { text: contents } = await service.ask('/docs/api');
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

  it('says of what is listed below something else of what it is', async () => {
    const { text } = await service.ask('/docs/api');

    expect(text).to.contain('List the period collection of one account and year.');
    expect(text).to.contain('Read one entry of one account, year and period.');
  });

  it('escapes what is looked for', async () => {
    const { text } = await service.ask('/docs/api?q=%22%3E%3Cscript%3E');

    expect(text).to.contain('value="&quot;&gt;&lt;script&gt;"').and.to.contain('0 of ');
  });

  it('stands beside guides, each of which leads only to pages that there are', async () => {
    const { text: start } = await service.ask('/docs');
    const guides = [...new Set([...start.matchAll(/href="(\/docs[\w/-]*)"/g)].map(([, path = '']) => path))];
    const lost: string[] = [];
    for (const path of guides) {
      const { status, text } = await service.ask(path);
      if (status !== 200) lost.push(path);
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
      for (const [, id = ''] of text.matchAll(/href="#([^"]+)"/g))
        if (!ids.has(id)) lost.push(`${path}#${id}`);
      for (const [, to = ''] of text.matchAll(/href="(\/docs[\w/-]*)(?:#[^"]*)?"/g)) {
        if (!guides.includes(to) && !pages.includes(to)) lost.push(`${path} leads to ${to}`);
      }
    }

    expect(guides.length).to.be.greaterThan(30);
    expect(lost).to.deep.equal([]);
  });

  it('has nothing on a page that is called as something else there, so that each link leads to its place', async () => {
    const { text: list } = await service.ask('/llms.txt');
    const pages = [...list.matchAll(/\(http:\/\/[^/]+(\/docs[^)]*)\.md\)/g)].map(([, path = '']) => path);
    expect(pages.length).to.be.greaterThan(20);
    for (const path of pages) {
      const { text } = await service.ask(path);
      const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).to.deep.equal([]);
    }
  });

  it('has each page as Markdown, too, and a list of them for programs that read', async () => {
    const { text: list } = await service.ask('/llms.txt');
    const twins = [...list.matchAll(/\((?:https?:\/\/[^/)]+)(\/docs[\w/-]*\.md)\)/g)].map(
      ([, path = '']) => path,
    );

    expect(twins.length).to.be.greaterThan(30);
    for (const lead of [
      'What the books say between two dates',
      'Bookings lie in accounting years',
      'How an app',
    ])
      expect(list, 'what a page is about').to.contain(`.md): ${lead}`);
    expect(list).not.to.match(/samples use|: For apps/);
    for (const path of [...twins, '/docs/api/products.md']) {
      const { status, text } = await service.ask(path);
      expect(status, path).to.equal(200);
      expect(text, path).to.match(/^# /);
      for (const [, to = ''] of text.matchAll(/\]\((\/docs[\w/-]*\.md)/g)) {
        expect(
          [...twins, '/docs/api.md'].includes(to) || to.startsWith('/docs/api/'),
          `${path} leads to ${to}`,
        ).to.equal(true);
      }
    }
  });

  it('finds sections and operations in an index of places that there are', async () => {
    const { body } = await service.ask('/docs/search.json');
    const found = body as unknown as readonly { to: string; heading: string; words: string }[];

    expect(found.map(({ to }) => to)).to.include.members(['/docs', '/docs/api/products#createProduct']);
    expect(found.some(({ to }) => to.startsWith('/docs/guides/products#'))).to.equal(true);
    // What is shown of a section is what its readers see, without the marks of Markdown.
    expect(found.filter(({ words }) => /\]\(\S+\.md/.test(words))).to.deep.equal([]);
  });

  it('leads from the addresses that its pages had before to those that they have', async () => {
    const { status, headers } = await service.ask('/docs/products');

    expect(status).to.equal(301);
    expect(headers.get('location')).to.match(/\/docs\/api\/products$/);
  });
});
