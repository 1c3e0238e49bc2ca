import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { anInvoice } from '../sales/an-invoice.js';
import { databases, startService, type Tokens } from '../support/service-under-test.js';
import { serviceProcess, type Listening, type ServiceProcess } from '../support/service-process.js';

/* No database takes part in drawing, so the embedded one does for all. */
const [database] = await databases();
const LINES = 1_000;
const GONE_WITHIN_MS = 10_000;

describe('the process that draws documents', function () {
  this.timeout(120_000);
  let url = '';
  let tokens: Tokens;
  const services: ServiceProcess[] = [];

  before(async function () {
    if (process.platform !== 'linux') {
      console.log('      not looked at: what runs is seen in /proc, on Linux only');
      return this.skip();
    }
    ({ url } = await database!.fresh());
    const making = await startService({ url, drop: () => Promise.resolve() });
    ({ tokens } = await making.agreement());
    await making.stop();
  });
  afterEach(async () => {
    for (const { child } of services) child.kill('SIGKILL');
    await Promise.all(services.splice(0).map(({ ended }) => ended));
  });

  /** A service that runs, and the way to one document of so many lines. */
  const withDocument = async (lines: number) => {
    const service = serviceProcess({ DATABASE_URL: url }, { detached: true });
    services.push(service);
    const { address } = (await service.listening) as Listening;
    const at = address.replace('localhost', '127.0.0.1');
    const ask = (path: string, more: RequestInit = {}): Promise<Response> =>
      fetch(at + path, { ...more, headers: { ...tokens, 'Content-Type': 'application/json' } });
    const body = JSON.stringify(
      anInvoice({
        lines: Array.from({ length: lines }, (_, index) => ({
          lineNumber: index + 1,
          description: `Line ${index + 1}`,
        })),
      }),
    );
    const drafted = await ask('/v2/invoices/drafts', { method: 'POST', body });
    const { pdf } = (await drafted.json()) as { readonly pdf: { readonly download: string } };
    return { service, draw: () => ask(new URL(pdf.download).pathname) };
  };
  const drawing = async ({ child }: ServiceProcess): Promise<number> => {
    await until(() => drawersOf(child).length === 1);
    return drawersOf(child)[0] as number;
  };

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`is gone when the service is, after ${signal} amid a document`, async () => {
      const { service, draw } = await withDocument(LINES);
      const drawn = draw().catch(() => undefined);
      const pid = await drawing(service);

      service.child.kill(signal);
      await once(service.child, 'exit');
      await until(() => !isAlive(pid));
      await drawn;
    });
  }

  it('finishes its document after a Ctrl-C, which a terminal tells all that it has started', async () => {
    const { service, draw } = await withDocument(LINES);
    const drawn = draw();
    const pid = await drawing(service);

    process.kill(-Number(service.child.pid), 'SIGINT');

    const answer = await drawn;
    expect(answer.status).to.equal(200);
    expect((await answer.text()).slice(0, 5)).to.equal('%PDF-');
    await until(() => !isAlive(pid));
  });

  it('is started again where it was killed, and the document that it drew then may be asked for again', async () => {
    const { service, draw } = await withDocument(LINES);
    const lost = draw();
    const pid = await drawing(service);

    process.kill(pid, 'SIGKILL');

    expect((await lost).status).to.equal(503);
    expect((await draw()).status).to.equal(200);
    expect(await drawing(service)).not.to.equal(pid);
  });
});

/** The processes that a service has draw. */
function drawersOf({ pid }: { readonly pid?: number | undefined }): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => told(`/proc/${name}/cmdline`).includes('printing.child'))
    .filter((name) => told(`/proc/${name}/status`).includes(`\nPPid:\t${pid}\n`))
    .map(Number);
}

/** Empty where the process has ended meanwhile. */
function told(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + GONE_WITHIN_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error('it did not come to it in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
