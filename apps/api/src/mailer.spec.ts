import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import type { SendMail } from '@kontor/portal';
import { afterwards, mailer } from './mailer.js';

describe('mailer', () => {
  let server: Server;
  let received = '';

  before(async () => {
    // As much of SMTP as one mail takes.
    server = createServer((socket) => {
      let isMail = false;
      socket.write('220 mail.example\r\n');
      socket.on('data', (bytes) => {
        const said = bytes.toString();
        if (said.includes('<endless@')) {
          const saying = setInterval(() => socket.write('250-not yet\r\n'), 20);
          socket.on('close', () => clearInterval(saying));
          return;
        }
        if (isMail) received += said;
        if (isMail && !received.endsWith('\r\n.\r\n')) return;
        isMail = said.startsWith('DATA');
        socket.write(isMail ? '354 go on\r\n' : '250 fine\r\n');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  after(() => {
    server.close();
  });

  const sender = (over: AbortSignal, wholeMs?: number): SendMail => {
    const { port } = server.address() as AddressInfo;
    return mailer(
      {
        mailUrl: `smtp://127.0.0.1:${port}?from=books@example.com`,
        operator: { name: 'Bücher & Co' },
        baseUrl: 'https://books.example',
        logLevel: 'silent',
      },
      over,
      wholeMs,
    );
  };
  const ENDLESS = { to: 'endless@example.com', subject: 'Another password', text: 'A link' };

  it('gives up a mail whose server says something again and again, and never that it has it', async () => {
    const failed = await sender(new AbortController().signal, 200)(ENDLESS).catch((error: unknown) => error);

    expect(failed).to.be.instanceOf(Error);
  });

  it('gives up such a mail when the process ends, and waits no longer for it', async () => {
    const told: unknown[] = [];
    const mails = afterwards({ warn: (...words: unknown[]) => void told.push(words.at(-1)) }, 50);
    mails.later(() => sender(mails.over)(ENDLESS));

    await mails.close();

    expect(told).to.deep.equal(['a mail was not sent']);
  });

  it('says of a mail that a program has sent it, so that no holiday notice answers it', async () => {
    const send = sender(new AbortController().signal);

    await send({ to: 'anna@example.com', subject: 'Another password', text: 'A link' });

    expect(received).to.match(/^Auto-Submitted: auto-generated\r$/m);
    expect(received).to.match(/^To: anna@example\.com\r$/m);
  });
});
