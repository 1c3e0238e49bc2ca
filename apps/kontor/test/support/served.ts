import { isLeft } from 'fp-ts/lib/Either.js';
import { configFrom, freePort, serve, type Serving } from '@kontor/api';
import { filledPrepared } from './prepared-books.js';
import { jsonOf } from './run-kontor.js';

/** What the service answered. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers freely
export type Answered = { readonly status: number; readonly text: string; readonly body: any };

/** A sandbox, and somebody who asks the service that runs over it. */
export type Served = {
  readonly agreementNumber: number;
  /** Asks one replica, the next one each time, and wants this status. */
  ask(wanted: number, method: string, to: string, body?: unknown): Promise<Answered>;
  /** Gives a voucher a PDF. */
  attach(voucherId: number, text: string): Promise<void>;
  /** The file that a voucher has. */
  attached(voucherId: number): Promise<string>;
  /** Begins an import of JSON lines. */
  imports(lines: string): Promise<void>;
  /** Every item of a collection. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers freely
  every(from: string): Promise<readonly any[]>;
  stop(): Promise<void>;
};

/** Makes a sandbox with the command and serves it, by so many replicas on one database. */
export async function servedSandbox(
  databaseUrl: string,
  { sandbox = '', replicas = 1 }: { readonly sandbox?: string; readonly replicas?: number },
): Promise<Served> {
  await filledPrepared(databaseUrl);
  const made = (await jsonOf({ DATABASE_URL: databaseUrl }, `sandbox ${sandbox}`)) as Sandbox;
  return served(databaseUrl, made, replicas);
}

/** What `kontor sandbox` prints, as far as somebody who asks needs it. */
export type Sandbox = Readonly<Record<'appSecretToken' | 'agreementGrantToken', string>> & {
  readonly agreementNumber: number;
};

/** Serves a sandbox that is there, by so many replicas on one database. */
export async function served(databaseUrl: string, made: Sandbox, replicas = 1): Promise<Served> {
  const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' };
  const running: Serving[] = [];
  const bases: string[] = [];
  for (let replica = 0; replica < replicas; replica += 1) {
    const port = await freePort('127.0.0.1');
    const config = configFrom({ ...environment, PORT: String(port) });
    if (isLeft(config)) throw new Error(config.left);
    running.push(await serve({ ...config.right, rate: undefined }));
    bases.push(`http://127.0.0.1:${port}`);
  }
  const headers = {
    'X-AppSecretToken': made.appSecretToken,
    'X-AgreementGrantToken': made.agreementGrantToken,
    'Content-Type': 'application/json',
  };
  let turn = 0;
  const ask: Served['ask'] = async (wanted, method, to, body) => {
    const path = to.replace(/^https?:\/\/[^/]+/, '');
    const base = bases[(turn += 1) % bases.length] as string;
    const answer = await fetch(base + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== wanted) throw new Error(`${method} ${to}: ${answer.status} ${text}`);
    return { status: answer.status, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    agreementNumber: made.agreementNumber,
    ask,
    attach: async (voucherId, text) => {
      const answer = await fetch(`${bases[0]}/vouchers/${voucherId}/attachment`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/pdf' },
        body: text,
      });
      if (answer.status !== 201) throw new Error(`attaching: ${answer.status} ${await answer.text()}`);
    },
    attached: async (voucherId) => {
      const answer = await fetch(`${bases[0]}/vouchers/${voucherId}/attachment`, { headers });
      return answer.text();
    },
    imports: async (lines) => {
      const answer = await fetch(`${bases[0]}/imports`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
        body: lines,
      });
      if (answer.status !== 201) throw new Error(`importing: ${answer.status} ${await answer.text()}`);
    },
    every: async (from) => {
      const items: unknown[] = [];
      let next: string | undefined = from;
      while (next !== undefined) {
        const { body }: Answered = await ask(200, 'GET', next);
        items.push(...(body.collection as unknown[]));
        next = body.pagination.nextPage as string | undefined;
      }
      return items;
    },
    stop: async () => {
      for (const one of running) await one.stop();
    },
  };
}
