import { expect } from 'chai';
import { codesIn, type Seen } from '@kontor/conformance';
import { longestTurnMs } from '../support/longest-turn.js';
import { aJpeg, aPng } from '../support/pictures.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { expectPage, visitor } from '../support/visitor.js';

const WRONG = 'This is not a PNG or JPEG picture.';

/** A PNG that says that its rows come in seven passes. */
function interlaced(width: number, height: number, pixels: Buffer<ArrayBuffer>): Buffer {
  const picture = aPng(width, height, pixels);
  picture.writeUInt8(1, 28);
  return picture;
}

for (const database of await databases()) {
  describe(`the logo of a company on ${database.name}`, function () {
    // Of its own: people sign up sixty times an hour from one address, and other specs do so already.
    const running = runningService(database, {});

    /** Somebody who has signed up, and sends files as browsers do. */
    const member = async () => {
      const cookies = new Map<string, string>();
      const anna = visitor(() => running.service, cookies);
      const first = await anna.follow(await anna.signUp());
      const ready = await anna.send(first, '/portal/first-call');
      const [, , secret = '', grant = ''] = codesIn(ready);
      const csrf =
        /name="csrf" value="([^"]+)"/.exec((await anna.open('/portal/company/logo/change')).html)?.[1] ?? '';
      const ask = (path: string, body?: FormData | Blob): Promise<Response> =>
        fetch(`http://127.0.0.1:${running.service.port}${path}`, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(body && { method: 'POST', body }),
        });
      const send = async (file: Buffer, word = csrf): Promise<Seen> => {
        const body = new FormData();
        body.set('csrf', word);
        body.set('logo', new Blob([file as never], { type: 'image/png' }), 'logo.png');
        const answer = await ask('/portal/company/logo/change', body);
        return { status: answer.status, headers: answer.headers, html: await answer.text() } as Seen;
      };
      const tokens = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
      return { anna, ask, csrf, send, tokens };
    };

    it('is sent on its page, shown there and on documents, and taken away again', async () => {
      const { anna, ask, send, tokens } = await member();
      const logo = aPng(300, 80);
      const json = { ...tokens, 'Content-Type': 'application/json' };
      const make = (path: string, body: object) =>
        running.service.ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
      const customer = {
        name: 'K',
        currency: 'DKK',
        customerGroup: { customerGroupNumber: 1 },
        vatZone: { vatZoneNumber: 1 },
        paymentTerms: { paymentTermsNumber: 1 },
      };
      expect((await make('/customers', customer)).status).to.equal(201);
      const draft = await make('/v2/invoices/drafts', { customer: { customerNumber: 1 } });
      expect(draft.status, draft.text).to.equal(201);
      const document = async (): Promise<string> => {
        const answer = await fetch(
          `http://127.0.0.1:${running.service.port}${new URL(draft.body.pdf.download).pathname}`,
          { headers: tokens },
        );
        expect(answer.status).to.equal(200);
        return Buffer.from(await answer.arrayBuffer()).toString('latin1');
      };
      expect(await document()).not.to.contain('/Subtype /Image');

      expect((await send(logo)).status).to.equal(303);

      const shown = await ask('/portal/company/logo');
      expect(shown.headers.get('content-type')).to.equal('image/png');
      expect(shown.headers.get('content-security-policy')).to.contain("default-src 'none'");
      expect(Buffer.from(await shown.arrayBuffer()).equals(logo)).to.equal(true);
      expect((await anna.open('/portal/company/logo/change')).html).to.contain('src="/portal/company/logo"');
      expect(await document())
        .to.contain('/Subtype /Image')
        .and.contain('/Width 300');
      // Other data of the company are kept apart from it.
      await anna.submit(await anna.open('/portal/company'), '/portal/company', { city: 'Flensburg' });
      expect((await ask('/portal/company/logo')).status).to.equal(200);

      await anna.submit(await anna.open('/portal/company/logo/change'), '/portal/company/logo/remove', {});

      expect((await ask('/portal/company/logo')).status).to.equal(404);
      expect(await document()).not.to.contain('/Subtype /Image');

      // What it says besides, who draws it would take for a part of two gigabytes.
      const part = Buffer.from('\0\0\0\x08tRNS\x7f\xff\xff\xffIDAT\0\0\0\0', 'latin1');
      const seenThrough = Buffer.concat([logo.subarray(0, 33), part, logo.subarray(33)]);
      expect((await send(seenThrough)).status).to.equal(303);
      expect(await document()).to.contain('/Width 300');
    });

    it('takes nothing that is no picture, larger than it may be, or more than it says', async () => {
      const { ask, send } = await member();
      const large = aPng(300, 80, Buffer.alloc(50_000_000));
      expect(large.length).to.be.lessThan(128 * 1024);
      const small = aPng(300, 80);
      const second = aPng(20_000, 20_000, Buffer.alloc(9)).subarray(8, 33);
      const ofFourBits = aPng(300, 80, Buffer.alloc(80 * 601));
      ofFourBits.writeUInt8(4, 24);
      const palette = (bytes: number): Buffer => {
        const [head, part] = [aPng(300, 80, Buffer.alloc(80 * 301)), Buffer.alloc(12 + bytes)];
        head.writeUInt8(3, 25);
        part.writeUInt32BE(bytes, 0);
        part.write('PLTE', 4, 'latin1');
        return Buffer.concat([head.subarray(0, 33), part, head.subarray(33)]);
      };
      const ofNoKind = aJpeg(10, 10);
      ofNoKind.writeUInt8(0xc8, 9);
      const refused: readonly (readonly [string, Buffer, string])[] = [
        ['nothing', Buffer.alloc(0), WRONG],
        ['text', Buffer.from('<svg onload="alert(1)"/>'), WRONG],
        ['only the beginning', aPng(300, 80).subarray(0, 60), WRONG],
        ['data of another size', aPng(300, 80, Buffer.alloc(100)), WRONG],
        ['data that unpack to fifty megabytes', large, WRONG],
        ['too many pixels', aPng(3000, 1000, Buffer.alloc(9)), 'The picture has too many pixels.'],
        ['a second size', Buffer.concat([small.subarray(0, 33), second, small.subarray(33)]), WRONG],
        ['a row that is filtered in no way', aPng(300, 80, Buffer.alloc(80 * 1201, 5)), WRONG],
        ['one of an interlaced picture', interlaced(8, 8, Buffer.alloc(271, 5)), WRONG],
        ['an interlaced picture of too little', interlaced(8, 8, Buffer.alloc(270)), WRONG],
        ['an interlaced picture of four columns', interlaced(4, 8, Buffer.alloc(142)), WRONG],
        ['true colour of four bits', ofFourBits, WRONG],
        ['a palette of half a colour', palette(4), WRONG],
        ['a palette of no colour', palette(0), WRONG],
        ['a palette of 257 colours', palette(771), WRONG],
        ['a JPEG of a kind that nobody draws', ofNoKind, WRONG],
        ['a JPEG of too many', aJpeg(60_000, 60_000), 'The picture has too many pixels.'],
        ['half a JPEG', aJpeg(10, 10).subarray(0, 12), WRONG],
      ];

      for (const [what, file, says] of refused) {
        const seen = await send(file);
        expect(seen.status, what).to.equal(422);
        expectPage(seen, 422, says);
      }
      const tooLarge = await send(Buffer.concat([aPng(300, 80), Buffer.alloc(200_000)]));
      expectPage(tooLarge, 413, '<h1>Logo</h1>');
      expect(tooLarge.html).to.match(/id="logo-complaint">The picture is larger than 128 KiB\.</);
      expect((await send(interlaced(8, 8, Buffer.alloc(271)))).status).to.equal(303);
      expect((await send(palette(768))).status).to.equal(303);
      expect((await send(aJpeg(300, 80))).status).to.equal(303);
      expect((await ask('/portal/company/logo')).headers.get('content-type')).to.equal('image/jpeg');
    });

    it('is read in no time, whatever is sent in its place, and no more than a form may hold', async () => {
      const { ask, csrf, send } = await member();
      expect((await send(aPng(300, 80))).status).to.equal(303);
      const sent = async (ofFile: string, file: string): Promise<number> => {
        const parts = ['"csrf"\r\n\r\n' + csrf, `"logo"; filename="a.png"\r\n${ofFile}\r\n${file}`];
        const begun = parts.map(
          (part) => `--parted-here\r\nContent-Disposition: form-data; name=${part}\r\n`,
        );
        const form = new Blob([`${begun.join('')}--parted-here--\r\n`], {
          type: 'multipart/form-data; boundary=parted-here',
        });
        return (await ask('/portal/company/logo/change', form)).status;
      };

      const told: number[] = [];
      const longest = await longestTurnMs(async () => {
        told.push(await sent('', '\r'.repeat(128_000)), await sent('', '\r\n--'.repeat(32_000)));
      });
      told.push(await sent('Content-Transfer-Encoding: none\r\n', 'no picture'));
      told.push(await sent('A: b\r\n'.repeat(100_000), 'no picture'), await sent('no header\r\n', ''));

      expect(told).to.deep.equal([422, 422, 422, 413, 403]);
      expect(longest).to.be.lessThan(500);
    });

    it('has a page of its own, so that nothing that was typed elsewhere is lost by saving it', async () => {
      const { anna } = await member();

      const { html } = await anna.open('/portal/company');

      expect(html.match(/<form [^>]*action="\/portal\/company[^"]*"/g)).to.have.lengthOf(1);
      const [, page = ''] = /href="(\/portal\/company\/logo[^"]*)"/.exec(html) ?? [];
      expectPage(await anna.open(page), 200, 'Save the logo');
    });

    it('is nobody else’s to send, to see or to take away', async () => {
      const { send } = await member();
      expect((await send(aPng(300, 80))).status).to.equal(303);
      const other = await member();

      expect((await send(aPng(10, 10), 'another word')).status).to.equal(403);
      expect((await other.ask('/portal/company/logo')).status).to.equal(404);
      const stranger = new FormData();
      stranger.set('logo', new Blob([aPng(10, 10) as never]), 'logo.png');
      const at = `http://127.0.0.1:${running.service.port}/portal/company/logo/change`;
      expect((await fetch(at, { method: 'POST', body: stranger, redirect: 'manual' })).status).to.equal(403);
    });
  });
}
