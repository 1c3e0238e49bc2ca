import type { Logger } from 'pino';
import type { Mail, SendMail } from '@kontor/portal';
import type { Config } from './config.js';

/** A server that does not answer within this time is given up. */
const TIMEOUT_MS = 20_000;
/** A mail is handed over by then, however often the server says something meanwhile. */
const WHOLE_MS = 60_000;

/**
 * Sends mail by the server of `MAIL_URL`. Without one it is printed on standard error: where the service runs
 * on one's own machine, and where `LOG_LEVEL` asks for all details. It holds a link that lets its reader in,
 * so it is never a log line. `over`: ends what is not handed over by then. `wholeMs`: so long a mail takes at
 * most.
 */
export function mailer(
  config: Pick<Config, 'mailUrl' | 'operator' | 'baseUrl' | 'logLevel'>,
  over: AbortSignal,
  wholeMs = WHOLE_MS,
): SendMail {
  const { mailUrl, operator } = config;
  if (mailUrl === undefined) return isTold(config) ? printed : unsent;
  const url = new URL(mailUrl);
  const from = url.searchParams.get('from') ?? `no-reply@${new URL(config.baseUrl).hostname}`;
  url.searchParams.delete('from');
  return async ({ to, subject, text }) => {
    // Loaded with the first mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: url.href,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await transport.sendMail({
      from: { name: operator?.name ?? 'Kontor', address: from },
      // As it is: of text, several addresses may be read.
      to: { name: '', address: to },
      subject,
      text,
      // Nobody's holiday notice answers a program (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([over, AbortSignal.timeout(wholeMs)]),
    });
  };
}

function isTold({ baseUrl, logLevel }: Pick<Config, 'baseUrl' | 'logLevel'>): boolean {
  if (logLevel === 'silent') return false;
  return logLevel === 'debug' || logLevel === 'trace' || isLocal(new URL(baseUrl).hostname);
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

async function printed({ to, subject, text }: Mail): Promise<void> {
  process.stderr.write(
    `\n  A mail, printed because MAIL_URL is not set\n  To: ${to}\n  Subject: ${subject}\n\n`,
  );
  process.stderr.write(`${text.replace(/^/gm, '  ')}\n\n`);
}

async function unsent(): Promise<void> {
  throw new Error('no mail is sent: MAIL_URL is not set');
}

/** What goes on after the answer was given, such as mail. */
export type Afterwards = {
  /** Does a piece of work later; it is left out where too much waits already, or in the last seconds. */
  later(work: () => Promise<void>): void;
  /** Aborted where what runs is to end, because the process does. */
  readonly over: AbortSignal;
  /** Waits for what runs, for a while. */
  close(): Promise<void>;
};

/** A process that stops has 10 s for everything, and closes its database after this. */
const GIVES_UP_MS = 3_000;

/** So much goes on at once in a process: each holds an address and a page of text. */
const WAITING_MAX = 100;

/**
 * What fails is told to the log, and to nobody who asked: whether there was an account is not theirs to know.
 */
export function afterwards(log: Pick<Logger, 'warn'>, givesUpMs = GIVES_UP_MS): Afterwards {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  let isOpen = true;
  return {
    over: ending.signal,
    later: (work) => {
      if (!isOpen || running.size >= WAITING_MAX) return log.warn('a mail was not sent: too many wait');
      const done = work()
        .catch((error: unknown) => log.warn({ err: error }, 'a mail was not sent'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    close: async () => {
      isOpen = false;
      const late = setTimeout(() => ending.abort(), givesUpMs);
      await Promise.all(running);
      clearTimeout(late);
    },
  };
}
