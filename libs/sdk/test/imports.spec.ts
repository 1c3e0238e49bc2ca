import { expect } from 'chai';
import { connect, importEnded, type Import } from '../src/index.js';
import { refusalOf, serving, type Service } from './server.js';

describe('importEnded', () => {
  let service: Service;
  let lines = 0;
  before(async () => {
    service = await serving((_, base) => {
      lines += 10;
      const status = lines >= 20 ? 'finished' : 'running';
      return { body: { importNumber: 1, status, lines, refusals: [], self: `${base}/imports/1` } };
    });
  });
  after(() => service.stop());
  beforeEach(() => (lines = 0));

  const begun = () => ({ status: 'running', self: `${service.base}/imports/1` }) as unknown as Import;

  it('asks until it is over, and tells how far it is', async () => {
    const seen: number[] = [];
    const onProgress = (now: Import): unknown => seen.push(now.lines);
    const done = await importEnded(connect(service.base, 'demo'), begun(), { onProgress });

    expect([done.status, seen]).to.deep.equal(['finished', [10, 20]]);
  });

  it('ends its waiting with the signal', async () => {
    const over = new AbortController();
    const onProgress = (): void => over.abort(new Error('enough'));
    const waiting = importEnded(connect(service.base, 'demo'), begun(), { signal: over.signal, onProgress });

    expect((await refusalOf(waiting)) as unknown).to.have.property('message', 'enough');
  });
});
