import { expect } from 'chai';
import { databases, type Answered } from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/** §1 rule 5, D133, D134. No database takes part in it. */
const [database] = await databases();

describe('media types', () => {
  const running = runningService(database!);
  const ours = running.client();
  const tokens = (): readonly string[] =>
    Object.entries(ours.tokens).map(([name, value]) => `${name}: ${value}`);

  describe('what a client accepts', () => {
    const get = (accept: string | undefined): Promise<Answered> =>
      rawExchange(
        running.service.port,
        requestText('GET /units', [
          'Host: x',
          ...tokens(),
          ...(accept === undefined ? [] : [`Accept: ${accept}`]),
        ]),
      );

    const FINE: readonly (string | undefined)[] = [
      undefined,
      '',
      '*/*',
      'application/*',
      'application/json',
      'Application/JSON',
      'application/json;q=0.5',
      'application/json; charset=utf-8',
      'text/html, application/xhtml+xml, */*;q=0.8',
      'text/html;q=1, application/json;q=0.1',
      '*/*;q=0.001',
      'text/plain, */*',
    ];
    for (const accept of FINE) {
      it(`200 for ${accept === undefined ? 'no Accept' : JSON.stringify(accept)}`, async () => {
        const answer = await get(accept);

        expect(answer.status, answer.text).to.equal(200);
        expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      });
    }

    const REFUSED = [
      'text/html',
      'application/xml',
      'text/*',
      'application/hal+json',
      'text/json',
      'application/json;q=0',
      '*/*;q=0',
      'application/xml, text/html;q=0.9',
      'json',
      'x'.repeat(4_000),
    ];
    for (const accept of REFUSED) {
      it(`415 for ${accept.slice(0, 60)}, explained in JSON`, async () => {
        const answer = await get(accept);

        expectRefusal(answer, 415);
        expect(answer.body.developerHint).to.contain('Accept').and.to.contain('application/json');
      });
    }
  });

  describe('what a body says it is', () => {
    const UNIT = '{"name":"x"}';
    const post = (contentType: string | undefined): Promise<Answered> =>
      rawExchange(
        running.service.port,
        requestText(
          'POST /units',
          [
            'Host: x',
            ...tokens(),
            ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
            `Content-Length: ${UNIT.length}`,
          ],
          UNIT,
        ),
      );

    const FINE: readonly (string | undefined)[] = [
      undefined,
      '',
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8',
      'application/json; charset=us-ascii',
      'application/json;',
      'application/json ; odata.metadata=none',
    ];
    for (const contentType of FINE) {
      it(`201 for ${contentType === undefined ? 'no Content-Type' : JSON.stringify(contentType)}`, async () => {
        const answer = await post(contentType);

        expect(answer.status, answer.text).to.equal(201);
      });
    }

    const REFUSED = [
      'text/plain',
      'text/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'application/vnd.api+json',
      'application/json, text/plain',
      'nonsense',
    ];
    for (const contentType of REFUSED) {
      it(`415 for ${contentType}, explained in JSON`, async () => {
        const answer = await post(contentType);

        expectRefusal(answer, 415);
        expect(answer.body.developerHint).to.contain('Content-Type').and.to.contain('application/json');
      });
    }

    it('does not matter without a body', async () => {
      for (const line of ['GET /units', 'DELETE /units/999999']) {
        for (const contentType of ['text/plain', 'application/xml', '']) {
          const answer = await rawExchange(
            running.service.port,
            requestText(line, ['Host: x', ...tokens(), `Content-Type: ${contentType}`]),
          );

          expect([200, 404]).to.contain(answer.status);
        }
      }
    });

    it('matters for a body that nobody asked for', async () => {
      const lines = ['Host: x', ...tokens(), 'Content-Type: text/plain', 'Content-Length: 1'];

      const answer = await rawExchange(running.service.port, requestText('DELETE /units/1', lines, 'x'));

      expectRefusal(answer, 415);
    });

    it('ignores a JSON body that nobody asked for', async () => {
      const lines = ['Host: x', ...tokens(), 'Content-Length: 9'];

      const answer = await rawExchange(running.service.port, requestText('GET /units', lines, '{"a": [1}'));

      expect(answer.status).to.equal(200);
    });
  });
});
