import { expect } from 'chai';
import { watchInvention } from './support/no-invention.js';

const HOME = 'https://books.example/';

/** Answers of a service by address; anything else is not there. */
const answers: Readonly<Record<string, () => Response>> = {
  [HOME]: () => Response.json({ products: `${HOME}products`, product: `${HOME}products/{productNumber}` }),
  [`${HOME}products?pagesize=1`]: () => Response.json({ collection: [{ self: `${HOME}odd/7` }] }),
  [`${HOME}products`]: () => new Response(null, { status: 201, headers: { Location: `${HOME}made/8` } }),
  [`${HOME}paper`]: () =>
    new Response(`{"link":"${HOME}secret"`, { headers: { 'Content-Type': 'text/plain' } }),
  [`${HOME}broken`]: () => new Response('{"link', { headers: { 'Content-Type': 'application/json' } }),
};

describe('the watch for invention', () => {
  const watched = async (...urls: readonly string[]) => {
    const watch = watchInvention(HOME, async (request) => {
      const answer = answers[(request as Request).url] ?? (() => new Response(null, { status: 404 }));
      return answer();
    });
    for (const url of urls) await watch.fetch(new Request(url));
    return watch;
  };

  it('lets pass what was served: links, what templates make, locations, whatever the query', async () => {
    const watch = await watched(
      HOME,
      `${HOME}products?pagesize=1`,
      `${HOME}products/7`,
      `${HOME}odd/7?demo=true`,
      `${HOME}products`,
      `${HOME}made/8`,
    );

    expect(watch.invented).to.deep.equal([]);
    expect(watch.requested).to.equal(6);
  });

  it('names what was not, or only later', async () => {
    const watch = await watched(`${HOME}products`, HOME, `${HOME}products/7/group`, `${HOME}products`);

    expect(watch.invented).to.deep.equal([`GET ${HOME}products`, `GET ${HOME}products/7/group`]);
  });

  it('takes links from JSON only, and from whole answers', async () => {
    const watch = await watched(`${HOME}paper`, `${HOME}broken`, `${HOME}secret`);

    expect(watch.invented).to.have.lengthOf(3);
  });
});
