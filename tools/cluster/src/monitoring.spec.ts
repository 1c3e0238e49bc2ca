import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { repository } from './repository.js';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: { readonly runbook: string };
};
type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };

const ALERTS = 'docker/monitoring/alerts.yml';
const text = (path: string): string => readFileSync(repository(path), 'utf8');
const { groups } = parse(text(ALERTS)) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
/** Whether Prometheus' own tool is here; says so where it is not. */
async function hasPromtool(): Promise<boolean> {
  try {
    await run('promtool', ['--version']);
    return true;
  } catch {
    console.warn('NOT RUN: no promtool to check the alert rules (Debian: prometheus)');
    return false;
  }
}

const run = promisify(execFile);
const dashboard = JSON.parse(text('docker/monitoring/dashboard.json')) as Dashboard;

describe('what operators watch with', () => {
  it('asks for nothing that the service does not tell', () => {
    const told = new Set(text('apps/api/src/metrics.ts').match(/kontor_\w+/g));
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap((expr) => expr.match(/kontor_\w+/g) ?? []);

    expect(asked).not.to.have.lengthOf(0);
    for (const name of asked) {
      expect([...told], name).to.include(name.replace(/_bucket$/, ''));
    }
  });

  it('has a section of the runbook for each alert, and no other', () => {
    const sections = [...text('docs/operating/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);

    expect(sections).to.deep.equal(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).to.equal(`docs/operating/runbook.md#${alert.toLowerCase()}`);
    }
  });

  it('is taken by Prometheus', async function () {
    if (!(await hasPromtool())) return this.skip();
    await run('promtool', ['check', 'rules', repository(ALERTS)]);
  });

  const total = (route: string, status: number) =>
    `kontor_http_requests_total{route="${route}",method="GET",status="${status}",pid="1"}`;
  const within = (route: string, le: string) =>
    `kontor_http_request_duration_seconds_bucket{le="${le}",route="${route}",method="GET",pid="1"}`;
  const served = { series: total('/units', 200), values: '0+3x80' };
  const quick = ['1', '2.5', '+Inf'].map((le) => ({ series: within('/units', le), values: '0+3x80' }));
  for (const { alert, what, series, fires } of [
    {
      alert: 'KontorErrors',
      what: 'the first 500 of a route, whose series begins with it',
      series: [served, { series: total('/units', 500), values: '_x40 1x40' }],
      fires: true,
    },
    {
      alert: 'KontorErrors',
      what: 'one more 500 of a route that had one before',
      series: [served, { series: total('/units', 500), values: '1x40 2x40' }],
      fires: true,
    },
    {
      alert: 'KontorErrors',
      what: 'a 500 of long ago',
      series: [served, { series: total('/units', 500), values: '_ 1x80' }],
      fires: false,
    },
    {
      alert: 'KontorSlow',
      what: 'apps that wait for the next event, which is answered late on purpose',
      series: [
        ...quick,
        { series: within('/events', '1'), values: '0x80' },
        { series: within('/events', '2.5'), values: '0x80' },
        { series: within('/events', '+Inf'), values: '0+1x80' },
      ],
      fires: false,
    },
    {
      alert: 'KontorSlow',
      what: 'a page that takes over a second',
      series: [
        ...quick,
        { series: within('/products', '1'), values: '0x80' },
        { series: within('/products', '2.5'), values: '0+1x80' },
        { series: within('/products', '+Inf'), values: '0+1x80' },
      ],
      fires: true,
    },
  ]) {
    it(`${fires ? 'tells' : 'does not tell'} by ${alert} of ${what}`, async function () {
      if (!(await hasPromtool())) return this.skip();
      const { labels, annotations } = rules.find((rule) => rule.alert === alert)!;
      const fired = { exp_labels: labels, exp_annotations: annotations };
      const check = { eval_time: '11m', alertname: alert, exp_alerts: fires ? [fired] : [] };
      const test = { interval: '15s', input_series: series, alert_rule_test: [check] };
      const folder = mkdtempSync(join(tmpdir(), 'kontor-alerts-'));
      try {
        const path = join(folder, 'test.yml');
        writeFileSync(path, stringify({ rule_files: [repository(ALERTS)], tests: [test] }));
        await run('promtool', ['test', 'rules', path]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});
