import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { repository } from './repository.js';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
};
type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };

const ALERTS = 'docker/monitoring/alerts.yml';
const text = (path: string): string => readFileSync(repository(path), 'utf8');
const { groups } = parse(text(ALERTS)) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
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
    const run = promisify(execFile);
    try {
      await run('promtool', ['--version']);
    } catch {
      console.warn('NOT RUN: no promtool to check the alert rules (Debian: prometheus)');
      return this.skip();
    }
    await run('promtool', ['check', 'rules', repository(ALERTS)]);
  });
});
