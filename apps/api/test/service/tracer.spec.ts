import { once } from 'node:events';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { compose } from '../../src/compose.js';
import { loadedTracer } from '../../src/tracer.js';
import { testConfig } from '../support/service-under-test.js';

/** The API of OpenTelemetry, which prom-client brings: what an SDK registers with. */
type Telemetry = {
  readonly ROOT_CONTEXT: object;
  readonly context: { setGlobalContextManager(manager: object): boolean; disable(): void };
  readonly trace: { setSpan(context: object, span: object): object };
};
const telemetry = createRequire(createRequire(import.meta.url).resolve('prom-client'))(
  '@opentelemetry/api',
) as Telemetry;

describe('a tracer beside the service', () => {
  let isOpen = true;
  const told: Record<string, string> = {};
  const span = {
    spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
    updateName: (name: string) => (told['name'] = name),
    setAttribute: (name: string, value: string) => (told[name] = value),
  };
  const { ROOT_CONTEXT, context, trace } = telemetry;
  const register = (): boolean =>
    context.setGlobalContextManager({
      active: () => (isOpen ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT),
      with: () => undefined,
      bind: () => undefined,
      enable: () => undefined,
      disable: () => undefined,
    });
  afterEach(() => context.disable());

  it('is not looked for where none was loaded before the service', () => {
    context.disable();

    expect(loadedTracer()?.()).to.equal(undefined);
  });

  it('has its span told in the answer and in the log, and named after the row that serves', async () => {
    register();
    isOpen = true;
    const traces: unknown[] = [];
    const service = await compose(testConfig('sqlite::memory:', 3000), {
      tracer: loadedTracer(),
      observe: ({ trace: seen }) => void traces.push(seen),
    });
    const server = service.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };

    const answer = await fetch(`http://127.0.0.1:${port}/units/1`, {
      headers: { traceparent: `00-${'a'.repeat(32)}-${'c'.repeat(16)}-00` },
    });
    await answer.text();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await service.close();

    expect(answer.headers.get('traceparent')).to.equal(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    expect(traces).to.deep.equal([
      { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: 'c'.repeat(16), isSampled: true },
    ]);
    expect(told).to.deep.equal({ name: 'GET /units/:unitNumber', 'http.route': '/units/:unitNumber' });
  });

  it('changes nothing while it has no span open', () => {
    register();
    isOpen = false;

    expect(loadedTracer()?.()).to.equal(undefined);
  });
});
