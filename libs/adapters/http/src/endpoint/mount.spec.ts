import { expect } from 'chai';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { mount } from './mount.js';
import { readEndpoint, writeEndpoint, type Endpoint } from './endpoint.js';

const common = {
  stability: 'stable',
  access: 'open',
  summary: 'Any.',
  parameters: {},
} as const;
const onlyFound = (): Promise<never> => Promise.reject(new Error('only found'));
const reading = (path: string): Endpoint => readEndpoint({ ...common, path, perform: onlyFound });

const routes = mount([
  reading('/'),
  reading('/units'),
  writeEndpoint({ ...common, path: '/units', method: 'POST', perform: () => onlyFound }),
  reading('/units/:unitNumber'),
  reading('/units/schema'),
  reading('/units/:unitNumber/products'),
  reading('/vouchers/drafts/:voucherId'),
  reading('/vouchers/booked/:voucherId'),
]);

/** The path of the route that is found, and its parameters; the kind of failure where there is none. */
function found(method: string, path: string): unknown {
  const route = routes(method, path);
  if (isLeft(route)) return route.left;
  return [route.right.endpoint.path, route.right.parameters];
}

describe('mount', () => {
  it('finds a route by its fixed segments, in any case, with a slash at the end or none (D136, D137)', () => {
    for (const path of ['/units', '/units/', '/UNITS', '/Units/'])
      expect(found('GET', path), path).to.deep.equal(['/units', {}]);
    for (const path of ['/vouchers/drafts/7', '/Vouchers/DRAFTS/7/'])
      expect(found('GET', path), path).to.deep.equal(['/vouchers/drafts/:voucherId', { voucherId: '7' }]);
    expect(found('GET', '/')).to.deep.equal(['/', {}]);
  });

  it('keeps paths apart that begin alike and are longer', () => {
    expect(found('GET', '/units/5')).to.deep.equal(['/units/:unitNumber', { unitNumber: '5' }]);
    expect(found('GET', '/units/5/products')).to.deep.equal([
      '/units/:unitNumber/products',
      { unitNumber: '5' },
    ]);
    expect(found('GET', '/vouchers/booked/7')).to.deep.equal([
      '/vouchers/booked/:voucherId',
      { voucherId: '7' },
    ]);
  });

  it('takes what is fixed before what may be anything', () => {
    expect(found('GET', '/units/schema')).to.deep.equal(['/units/schema', {}]);
  });

  it('knows no route that is shorter, longer, or has an empty segment', () => {
    const unknown = ['/vouchers', '/vouchers/drafts', '/units/5/products/6', '/v', ''];

    for (const path of unknown) expect(found('GET', path), path).to.deep.equal({ kind: 'RouteUnknown' });
  });

  it('says of an unknown one which is meant, where one that is read is spelled nearly so', () => {
    for (const path of ['/unit', '/UNIT', '/unit/5', '/unist', '/units//', '//units'])
      expect(found('GET', path), path).to.deep.equal({ kind: 'RouteUnknown', meant: '/units' });
  });

  it('answers HEAD wherever there is GET, and tells what a path takes instead', () => {
    expect(isRight(routes('HEAD', '/units/5'))).to.equal(true);
    expect(found('DELETE', '/units')).to.deep.equal({
      kind: 'MethodNotAllowed',
      allow: ['GET', 'HEAD', 'POST'],
    });
  });
});
