import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { etagOf } from '../representation/etag.js';
import { checkPrecondition, NOT_THERE, preconditionOf } from './precondition.js';

const CHANGED = { kind: 'ChangedSince', resource: 'product', key: 'P-1' } as const;
const CURRENT = { item: '{"productNumber":"P-1"}', version: 7 };
const TAG = etagOf(CURRENT.item);

describe('preconditions (amendment 140)', () => {
  it('are none when the request has none', () => {
    expect(preconditionOf({})).to.equal(undefined);
  });

  it('hold when If-Match names the present state, and bind the write to its version', () => {
    expect(checkPrecondition({ ifMatch: TAG }, CURRENT, CHANGED)).to.deep.equal(right(7));
    expect(checkPrecondition({ ifMatch: `"other", ${TAG}` }, CURRENT, CHANGED)).to.deep.equal(right(7));
  });

  it('hold for the tag of a compressed answer', () => {
    expect(checkPrecondition({ ifMatch: TAG.replace(/"$/, '-gzip"') }, CURRENT, CHANGED)).to.deep.equal(
      right(7),
    );
  });

  it('hold for If-Match: * when there is something', () => {
    expect(checkPrecondition({ ifMatch: '*' }, CURRENT, CHANGED)).to.deep.equal(right(undefined));
    expect(isLeft(checkPrecondition({ ifMatch: '*' }, undefined, CHANGED))).to.equal(true);
  });

  it('fail when If-Match names another state, or a weak tag', () => {
    expect(isLeft(checkPrecondition({ ifMatch: '"other"' }, CURRENT, CHANGED))).to.equal(true);
    expect(isLeft(checkPrecondition({ ifMatch: `W/${TAG}` }, CURRENT, CHANGED))).to.equal(true);
  });

  it('say of a tag that can match nothing what is wrong with it', () => {
    const refused = (ifMatch: string) => checkPrecondition({ ifMatch }, CURRENT, CHANGED);

    expect(refused(`W/${TAG}`)).to.deep.equal(left({ ...CHANGED, tag: 'weak' }));
    expect(refused(`"other", W/${TAG}`)).to.deep.equal(left({ ...CHANGED, tag: 'weak' }));
    expect(refused(TAG.slice(1, -1))).to.deep.equal(left({ ...CHANGED, tag: 'unquoted' }));
    expect(refused('"other"')).to.deep.equal(left(CHANGED));
  });

  it('fail when If-None-Match: * asks for nothing to be there and something is', () => {
    expect(isLeft(checkPrecondition({ ifNoneMatch: '*' }, CURRENT, CHANGED))).to.equal(true);
    expect(checkPrecondition({ ifNoneMatch: '*' }, undefined, CHANGED)).to.deep.equal(right(NOT_THERE));
  });
});
