import { expect } from 'chai';
import { addressIn, plainTarget } from './address.js';

describe('a request target', () => {
  const CASES: readonly (readonly [target: string, plain: string])[] = [
    ['/units/1', '/units/1'],
    ['/%75nits/1?filter=name$eq:%75', '/units/1?filter=name$eq:%75'],
    ['/%55nits/%31%2d%2E%5f%7E', '/Units/1-._~'],
    ['http://x.example/%75nits', 'http://x.example/units'],
    // What delimits stays encoded, and nothing is decoded twice.
    ['/products/a%2Fb%3Fc%23d%25e%20f%C3%A6', '/products/a%2Fb%3Fc%23d%25e%20f%C3%A6'],
    ['/%2575nits/1', '/%2575nits/1'],
    // Broken: decoded in part it would be another address.
    ['/%%37%35nits', '/%%37%35nits'],
    ['/%75nits/%', '/%75nits/%'],
    // Operators let nobody in by how these begin.
    ['/%2D/metrics', '/%2D/metrics'],
    ['//%2D/metrics', '//%2D/metrics'],
    ['http://x.example/%2D/metrics', 'http://x.example/%2D/metrics'],
    ['/units/%2D/x', '/units/-/x'],
  ];
  for (const [target, plain] of CASES)
    it(`${target} is ${plain}`, () => {
      expect(plainTarget(target)).to.equal(plain);
    });
});

describe('the path of a request', () => {
  const CASES: readonly (readonly [target: string, path: string])[] = [
    ['//units///1?filter=a//b', '/units/1'],
    ['http://x.example//units/1', '/units/1'],
    ['/-/metrics', '/-/metrics'],
    ['/-//metrics', '/-/metrics'],
    ['//-x', '/-x'],
    // Operators let nobody in by how a path begins.
    ['//-/metrics', '//-/metrics'],
    ['///-//metrics', '///-//metrics'],
    ['http://x.example//-/metrics', '//-/metrics'],
  ];
  for (const [target, path] of CASES)
    it(`${target} has the path ${path}`, () => {
      expect(addressIn(target).path).to.equal(path);
    });
});
