import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import Koa from 'koa';
import { readBody } from './read-body.js';

describe('a body that was left off before it is read', () => {
  for (const encoding of ['gzip', 'deflate', 'br', undefined]) {
    it(`is not waited for: ${encoding ?? 'not packed'}`, async () => {
      const request = new IncomingMessage(new Socket());
      request.method = 'POST';
      request.headers = {
        'content-length': '100',
        ...(encoding !== undefined && { 'content-encoding': encoding }),
      };
      request.destroy();
      await new Promise((resolve) => request.once('close', resolve));

      const ctx = new Koa().createContext(request, new ServerResponse(request));
      const read = await readBody(ctx, { fields: {} });

      expect(isLeft(read)).to.equal(true);
    });
  }
});
