import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { mailer } from './mailer.js';

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

  it('says of a mail that a program has sent it, so that no holiday notice answers it', async () => {
    const { port } = server.address() as AddressInfo;
    const send = mailer({
      mailUrl: `smtp://127.0.0.1:${port}?from=books@example.com`,
      operator: { name: 'Bücher & Co' },
      baseUrl: 'https://books.example',
      logLevel: 'silent',
    });

    await send({ to: 'anna@example.com', subject: 'Another password', text: 'A link' });

    expect(received).to.match(/^Auto-Submitted: auto-generated\r$/m);
    expect(received).to.match(/^To: anna@example\.com\r$/m);
  });
});
