import { expect } from 'chai';
import { requestLineFault } from './request-line.js';

const faultOf = (line: string): ReturnType<typeof requestLineFault> =>
  requestLineFault(Buffer.from(line, 'latin1'));

describe('a request line that is not taken', () => {
  it('is told of its address, where that is written as people type it', () => {
    for (const address of ['/a b', '/ä', '/a\x80', '/a  b', '/a b HTTP/1.1']) {
      expect(faultOf(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`), address).to.equal('loose address');
    }
  });

  it('is told of its method, where nothing else is wrong', () => {
    expect(faultOf('BREW /tea HTTP/1.0\r\n')).to.equal('unknown method');
    expect(faultOf('BREW /a b HTTP/1.0\r\n')).to.equal(undefined);
  });

  it('is told of nothing else', () => {
    for (const line of [
      '',
      '\r\n',
      'hello\r\n',
      'GET /a b\r\n',
      'GET /a b HTTP/2.0\r\n',
      'GET / HTTP/1.1',
      'GET a b HTTP/1.1\r\n',
    ]) {
      expect(faultOf(line), line).to.equal(undefined);
    }
  });

  it('is not looked for further than headers may reach', () => {
    expect(faultOf(`GET /${' '.repeat(60_000)} HTTP/1.1\r\n`)).to.equal(undefined);
  });
});
