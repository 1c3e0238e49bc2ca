import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyOfWorkspace, type Copy } from './copy-of-workspace.js';

/** What depends on every adapter: the service, and what is built from it. */
const SERVICE = ['@kontor/simulation', '@kontor/api', '@kontor/api-e2e', '@kontor/command'];
/** Reads every file there is, so every change is its business. */
const TIDY = '@kontor/tidy';

describe('what a change touches', function () {
  this.timeout(300_000);
  let copy: Copy;
  before(() => {
    copy = copyOfWorkspace({});
  });
  after(() => copy?.leave());
  const affectedBy = (file: string): readonly string[] => {
    expect(existsSync(join(copy.folder, file)), file).to.equal(true);
    return copy
      .run('nx', 'show', 'projects', '--affected', `--files=${file}`)
      .split('\n')
      .filter((line) => line.startsWith('@kontor/'));
  };

  it('is, for a context, the adapters that know it and what is made of them', () => {
    expect(affectedBy('libs/app-settings/src/app-setting.resource.ts')).to.have.members([
      '@kontor/app-settings',
      '@kontor/http',
      '@kontor/sql',
      '@kontor/generate',
      ...SERVICE,
      TIDY,
    ]);
  });

  it('is, for an adapter, the service alone: not the other adapters, not the contexts', () => {
    expect(affectedBy('libs/adapters/pdf/src/invoice.pdf.ts')).to.have.members([
      '@kontor/pdf',
      ...SERVICE,
      TIDY,
    ]);
  });

  it('is, for the SDK, its journeys, and the generator that writes its types: not the service', () => {
    expect(affectedBy('libs/sdk/src/client.ts')).to.have.members([
      '@kontor/sdk',
      '@kontor/api-e2e',
      '@kontor/generate',
      TIDY,
    ]);
  });

  it('is, for a page whose samples and lists the tests of the service read, the service as well', () => {
    for (const page of ['docs/operating/monitoring.md', 'docs/reference/events.md', 'docs/api/openapi.json'])
      expect(affectedBy(page), page).to.include('@kontor/api');
    expect(affectedBy('docs/guides/ledger.md')).not.to.include('@kontor/api');
  });

  describe('and what is remembered', () => {
    const ran = (words: readonly string[], ...environment: readonly string[]): boolean =>
      !copy.run('env', ...environment, 'nx', 'run', ...words).includes('read the output from the cache');

    it('is a test, until its files or its database are others', () => {
      const test = ['@kontor/app-settings:test'];
      const first = 'TEST_MYSQL_URL=mysql://first@127.0.0.1:1';

      expect(ran(test, first), 'at first').to.equal(true);
      expect(ran(test, first), 'again').to.equal(false);
      expect(ran(test, 'TEST_MYSQL_URL=mysql://second@127.0.0.1:1'), 'on another database').to.equal(true);
    });

    it('is what was generated: it comes back where it is gone', () => {
      const generate = ['@kontor/generate:generate'];
      const role = join(copy.folder, 'docs/roles.md');
      expect(ran(generate)).to.equal(true);
      rmSync(role);

      expect(ran(generate)).to.equal(false);

      expect(existsSync(role)).to.equal(true);
      expect(copy.changed()).to.deep.equal([]);
    });
  });
});
