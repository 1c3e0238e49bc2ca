import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { runningService } from '../support/running-service.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/** W3C Trace Context: a request brings `traceparent`, is logged with it, and is answered with its own. */
for (const database of (await databases()).slice(0, 1)) {
  describe('the trace of a request', () => {
    const running = runningService(database);
    const seen = (logId: string | null) =>
      running.service.observations.find((observation) => observation.logId === logId)?.trace;
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await running.service.ask(path, { headers });
      const [, version, traceId, spanId, flags] =
        /^(\w\w)-(\w{32})-(\w{16})-(\w\w)$/.exec(answer.headers.get('traceparent') ?? '') ?? [];
      return { answer, version, traceId, spanId, flags, trace: seen(answer.headers.get('x-request-id')) };
    };

    for (const [what, path] of [
      ['of the API', '/units?demo=true'],
      ['that is refused', '/nothing'],
      ['for a page for people', '/portal'],
    ] as const) {
      it(`${what} goes on from the one it was asked in`, async () => {
        const { version, traceId, spanId, flags, trace } = await ask(path, {
          traceparent: `00-${TRACE}-${SPAN}-01`,
        });

        expect([version, traceId, flags]).to.deep.equal(['00', TRACE, '01']);
        expect(spanId).not.to.equal(SPAN);
        expect(trace).to.deep.equal({ traceId: TRACE, spanId, parentSpanId: SPAN, isSampled: true });
      });
    }

    it('begins with it when it brought none, and has an identifier of its own each time', async () => {
      const [one, other] = [await ask('/units?demo=true'), await ask('/units?demo=true')];

      for (const { traceId, spanId, trace, flags } of [one, other]) {
        expect(flags).to.equal('00');
        expect(trace).to.deep.equal({ traceId, spanId, isSampled: false });
        expect(traceId).not.to.match(/^0+$/);
        expect(spanId).not.to.match(/^0+$/);
      }
      expect(one.traceId).not.to.equal(other.traceId);
      expect(one.spanId).not.to.equal(other.spanId);
    });

    it('that a later version of the header tells goes on as far as this one knows it', async () => {
      const { version, traceId, flags } = await ask('/units?demo=true', {
        traceparent: `cc-${TRACE}-${SPAN}-03-what-will-come`,
      });

      expect([version, traceId, flags]).to.deep.equal(['00', TRACE, '01']);
    });

    for (const broken of [
      'x',
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE}-${SPAN}-01-more`,
      `ff-${TRACE}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-0g`,
    ]) {
      it(`begins anew where it is told as ${broken}`, async () => {
        const { answer, traceId, trace } = await ask('/units?demo=true', { traceparent: broken });

        expect(answer.status).to.equal(200);
        expect(traceId)
          .to.match(/^[0-9a-f]{32}$/)
          .and.not.to.equal(TRACE);
        expect(trace).not.to.have.property('parentSpanId');
      });
    }

    it('begins anew where it is told twice', async () => {
      const told = `traceparent: 00-${TRACE}-${SPAN}-01`;
      const { all } = await rawExchange(
        running.service.port,
        requestText('GET /units?demo=true', ['Host: x', told, told, 'Connection: close']),
      );

      expect(all)
        .to.match(/^traceparent: 00-[0-9a-f]{32}-/im)
        .and.not.to.contain(TRACE);
    });
  });
}
