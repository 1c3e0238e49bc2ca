import type { Logger } from 'pino';
import type { Mail, SendMail } from '@kontor/portal';
import type { Config } from './config.js';

/** A server that does not answer within this time is given up. */
const TIMEOUT_MS = 20_000;

/**
 * Sends mail by the server of `MAIL_URL`. Without one it is printed on standard error: where the service runs
 * on one's own machine, and where `LOG_LEVEL` asks for all details. It holds a link that lets its reader in,
 * so it is never a log line.
 */
export function mailer(config: Pick<Config, 'mailUrl' | 'operator' | 'baseUrl' | 'logLevel'>): SendMail {
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
  /** Waits for what runs. */
  close(): Promise<void>;
};

/** So much goes on at once in a process: each holds an address and a page of text. */
const WAITING_MAX = 100;

/**
 * What fails is told to the log, and to nobody who asked: whether there was an account is not theirs to know.
 */
export function afterwards(log: Pick<Logger, 'warn'>): Afterwards {
  const running = new Set<Promise<void>>();
  let isOpen = true;
  return {
    later: (work) => {
      if (!isOpen || running.size >= WAITING_MAX) return log.warn('a mail was not sent: too many wait');
      const done = work()
        .catch((error: unknown) => log.warn({ err: error }, 'a mail was not sent'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    close: async () => {
      isOpen = false;
      await Promise.all(running);
    },
  };
}
