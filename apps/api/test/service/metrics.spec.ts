import { expect } from 'chai';
import type { Observation } from '@kontor/http';
import { metrics } from '../../src/metrics.js';

describe('the metrics', () => {
  const seen = (more: Partial<Observation> = {}): Observation => ({
    logId: 'x',
    method: 'GET',
    route: '/units/:unitNumber',
    status: 200,
    durationMs: 2,
    agreementNumber: 1,
    errorCode: undefined,
    replayed: false,
    ...more,
  });

  it('count from the first request, whenever somebody looks', async () => {
    const { observe, text } = metrics();
    observe(seen());
    observe(seen({ durationMs: 20_000 }));
    observe(seen({ status: 404, errorCode: 'E05000' }));
    observe(seen({ method: 'POST', route: undefined, status: 405, replayed: true }));

    const first = (await text())
      .replaceAll(`,pid="${process.pid}"`, '')
      .replaceAll(`{pid="${process.pid}"}`, '');

    const unit = 'route="/units/:unitNumber",method="GET"';
    const lines = first.split('\n');
    expect(lines).to.include.members([
      '# TYPE kontor_http_requests_total counter',
      `kontor_http_requests_total{${unit},status="200"} 2`,
      `kontor_http_requests_total{${unit},status="404"} 1`,
      'kontor_http_requests_total{route="unknown",method="POST",status="405"} 1',
      '# TYPE kontor_http_request_duration_seconds histogram',
      `kontor_http_request_duration_seconds_bucket{le="0.001",${unit}} 0`,
      `kontor_http_request_duration_seconds_bucket{le="0.0025",${unit}} 2`,
      `kontor_http_request_duration_seconds_bucket{le="10",${unit}} 2`,
      `kontor_http_request_duration_seconds_bucket{le="+Inf",${unit}} 3`,
      `kontor_http_request_duration_seconds_count{${unit}} 3`,
      'kontor_idempotency_replays_total 1',
    ]);
    expect(Number(/_sum\{.*"GET"\} (.*)/.exec(first)?.[1])).to.be.closeTo(20.004, 1e-9);
    expect(first).to.match(/^process_resident_memory_bytes(\{|\s)/m);
    expect(first).to.match(/^nodejs_eventloop_lag_seconds/m);
    expect(
      lines
        .filter((line) => line !== '')
        .every((line) => /^(#|[a-z]\w*(\{[^}]*(\{[^}]*)*\})? [-+\w.]+$)/i.test(line)),
    ).to.equal(true);
  });

  it('tell of sign-ins that were refused, and of what is at work and waits', async () => {
    const { observe, text } = metrics();
    const signIn = { method: 'POST', route: '/portal/sign-in', status: 422 };
    observe(seen({ ...signIn, event: 'signInFailed' }));
    observe(seen({ ...signIn, event: 'signInFailed' }));
    observe(seen({ ...signIn, status: 429, event: 'signInThrottled' }));
    const pid = `pid="${process.pid}"`;

    const lines = (await text(undefined, { running: 7, waiting: 3, places: 64, oldestMs: 1500 })).split('\n');

    expect(lines).to.include.members([
      `kontor_sign_ins_refused_total{reason="failed",${pid}} 2`,
      `kontor_sign_ins_refused_total{reason="throttled",${pid}} 1`,
      `kontor_requests_in_flight{state="running",${pid}} 7`,
      `kontor_requests_in_flight{state="waiting",${pid}} 3`,
      `kontor_request_places{${pid}} 64`,
      `kontor_requests_waiting_seconds{${pid}} 1.5`,
    ]);
  });

  it('tell of the database: its connections, who waits, and what ran again', async () => {
    const { text } = metrics();
    const pid = `pid="${process.pid}"`;

    const ofServer = await text({
      connections: { open: 8, used: 3, waiting: 2 },
      waitingWrites: 5,
      ranAgain: new Map([['conflict', 7]]),
    });
    const ofFile = await text({ connections: undefined, waitingWrites: 4, ranAgain: new Map() });

    expect(ofServer.split('\n')).to.include.members([
      '# TYPE kontor_database_connections gauge',
      `kontor_database_connections{state="used",${pid}} 3`,
      `kontor_database_connections{state="free",${pid}} 5`,
      `kontor_database_connections_waiting{${pid}} 2`,
      `kontor_database_writes_waiting{${pid}} 5`,
      '# TYPE kontor_database_retries_total counter',
      `kontor_database_retries_total{reason="conflict",${pid}} 7`,
    ]);
    expect(ofFile.split('\n')).to.include(`kontor_database_writes_waiting{${pid}} 4`);
    expect(ofFile).not.to.contain('kontor_database_connections');
  });

  it('tell of webhooks: how they are, what waits and since when, and how attempts end', async () => {
    const { text } = metrics();
    const pid = `pid="${process.pid}"`;
    const none = { count: 0, seconds: 0 };
    const sent = {
      delivered: { count: 9, seconds: 1.5 },
      refused: { count: 2, seconds: 3 },
      unanswered: none,
    };
    const webhooks = { well: 4, failing: 2, disabled: 1 };

    const told = await text(undefined, undefined, { webhooks, waiting: 17, oldestMs: 61_500, sent });

    expect(told.split('\n')).to.include.members([
      `kontor_webhooks{state="disabled",${pid}} 1`,
      `kontor_webhook_events_waiting{${pid}} 17`,
      `kontor_webhook_oldest_waiting_seconds{${pid}} 61.5`,
      `kontor_webhook_attempts_total{outcome="refused",${pid}} 2`,
      `kontor_webhook_attempt_seconds_total{outcome="delivered",${pid}} 1.5`,
    ]);
  });

  it('tell of the processor since the start, and of no delay that nobody has met', async () => {
    const told = await metrics().text();
    const cpu = process.cpuUsage();

    const valueOf = (name: string): number =>
      Number(new RegExp(`^${name}\\{.*\\} (.*)$`, 'm').exec(told)?.[1]);
    expect(valueOf('process_cpu_user_seconds_total')).to.be.closeTo(cpu.user / 1e6, 0.1);
    expect(valueOf('process_cpu_system_seconds_total')).to.be.closeTo(cpu.system / 1e6, 0.1);
    expect(valueOf('process_cpu_seconds_total')).to.be.closeTo((cpu.user + cpu.system) / 1e6, 0.1);
    expect(valueOf('nodejs_eventloop_lag_min_seconds')).to.be.within(0, 10);
    expect(valueOf('nodejs_eventloop_lag_mean_seconds')).to.be.within(0, 10);
  });

  it('go on counting', async () => {
    const { observe, text } = metrics();
    await text();
    for (let times = 0; times < 3; times += 1) observe(seen({ durationMs: 1 }));

    expect(await text()).to.contain(
      `{le="0.001",route="/units/:unitNumber",method="GET",pid="${process.pid}"} 3`,
    );
  });
});
