import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { timestampOf } from '@kontor/kernel';
import { ATTACHMENTS_BYTES_MAX } from '@kontor/ledger';
import { heldRows } from '../support/held-rows.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aTransfer, lastYear, type TestYear } from './the-books.js';

const PDF = 'application/pdf';
const THIS_YEAR = new Date().getUTCFullYear();
const pdf = (bytes = 40): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);
const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { errorCode?: string }).errorCode;
/** `BODY_MIB=256` sends so much; with the other tests less. */
const MEBIBYTES = Number(process.env['BODY_MIB'] ?? '20');
/** Of clients that put another file in the place of the same one. */
const RACES = 40;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** What is in use, in MiB: what nobody holds any more is collected before. */
const held = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

for (const database of await databases()) {
  describe(`attachments of vouchers on ${database.name} (§2.8 as amended)`, () => {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const full = running.client({ modules: ['internationalLedger'] });
    let year: TestYear;
    before(async () => (year = await lastYear(ours)));

    const draft = async (): Promise<{ voucherId: number; date: string; self: string }> =>
      (await ours.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('03-31')))).body;
    const put = async (
      voucherId: number,
      bytes: Uint8Array | ReadableStream<Uint8Array>,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Response> =>
      fetch(`http://127.0.0.1:${running.service.port}/vouchers/${voucherId}/attachment`, {
        method: 'PUT',
        headers: { ...ours.tokens, 'Content-Type': PDF, ...headers },
        body: bytes as never,
        duplex: 'half',
      } as never);
    const fetched = async (voucherId: number): Promise<Response> =>
      fetch(`http://127.0.0.1:${running.service.port}/vouchers/${voucherId}/attachment`, {
        headers: ours.tokens,
      });
    const stored = async (): Promise<number> => {
      const found = await running.service.service.database.checkBooks(ours.agreement.agreementNumber);
      const { looked, faults } = found.find(({ check }) => check === 'Attachments are whole') ?? {
        looked: '',
        faults: ['not checked'],
      };
      expect(faults).to.deep.equal([]);
      return Number(looked.split(' ', 1)[0]);
    };

    it('is kept as it was sent, and the voucher and its lines say where', async () => {
      const { voucherId, self } = await draft();
      const bytes = pdf(300_000);

      const attached = await put(voucherId, bytes);

      const at = `${running.service.base}/vouchers/${voucherId}/attachment`;
      expect(attached.status).to.equal(201);
      expect(attached.headers.get('location')).to.equal(at);
      expect(await attached.json()).to.deep.equal({
        contentType: PDF,
        bytes: bytes.length,
        sha256: digestOf(bytes),
        self: at,
      });
      const { body } = await ours.get(self);
      expect(body.attachment).to.equal(at);
      expect(body.lines[0].document).to.equal(at);
      expect(body.metaData).to.include.keys('attach', 'detach', 'book');
      const read = await fetched(voucherId);
      expect(read.headers.get('content-type')).to.equal(PDF);
      expect(read.headers.get('content-length')).to.equal(String(bytes.length));
      expect(read.headers.get('content-disposition')).to.equal(
        `attachment; filename="voucher-${voucherId}.pdf"`,
      );
      expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).to.equal(true);
      const tag = read.headers.get('etag') ?? '';
      const again = await ours.get(at, { 'If-None-Match': tag });
      expect([again.status, tag]).to.deep.equal([304, `"${digestOf(bytes)}"`]);
    });

    it('is replaced and removed while the voucher is a draft, stays when it is revised, and goes with it', async () => {
      const { voucherId, self, date } = await draft();
      const before = await stored();
      expect((await put(voucherId, pdf())).status).to.equal(201);
      const second = pdf(80);
      expect((await put(voucherId, second)).status).to.equal(200);
      expect(digestOf(new Uint8Array(await (await fetched(voucherId)).arrayBuffer()))).to.equal(
        digestOf(second),
      );
      const revised = await ours.put(self, aTransfer(date));
      expect(revised.body.attachment).to.equal(`${running.service.base}/vouchers/${voucherId}/attachment`);
      expect((await ours.remove(`/vouchers/${voucherId}/attachment`)).status).to.equal(204);
      expect((await ours.get(self)).body).not.to.have.property('attachment');
      expectRefusal(await ours.get(`/vouchers/${voucherId}/attachment`), 404, 'E06000');
      expectRefusal(await ours.remove(`/vouchers/${voucherId}/attachment`), 404, 'E06000');
      expect((await put(voucherId, pdf())).status).to.equal(201);
      expect(await stored()).to.equal(before + 1);

      expect((await ours.remove(self)).status).to.equal(204);

      expectRefusal(await ours.get(`/vouchers/${voucherId}/attachment`), 404, 'E06000');
      expect(await stored()).to.equal(before);
    });

    if (database.name !== 'SQLite') {
      it('keeps nobody waiting who brings none, while it waits itself', async () => {
        const { voucherId } = await draft();
        expect((await put(voucherId, pdf())).status).to.equal(201);
        const own = `\`agreement_number\` = ${ours.agreement.agreementNumber} AND \`voucher_id\` = ${voucherId}`;
        const rows = await heldRows(running.service.databaseUrl, `SELECT * FROM \`attachment\` WHERE ${own}`);
        const waiting = put(voucherId, pdf());
        let isDrafted = false;
        try {
          await rows.waitedForBy(1);
          const drafting = draft().then(() => (isDrafted = true));
          await Promise.race([drafting, rows.waitedForBy(2).catch(() => undefined)]);
        } finally {
          await rows.release();
        }

        expect(isDrafted).to.equal(true);
        expect((await waiting).status).to.equal(200);
      });
    }

    it('breaks off for who reads it while another takes its place', async () => {
      const { voucherId } = await draft();
      await put(voucherId, pdf(9 * 1024 * 1024));
      const reading = await fetched(voucherId);

      await put(voucherId, pdf());
      await running.service.service.database.pruneOrphanedBytes(timestampOf(new Date(Date.now() + 60_000)));

      const read = await reading.arrayBuffer().then(
        ({ byteLength }) => byteLength,
        ({ message }: Error) => message,
      );
      expect(read).to.equal('terminated');
      expect((await (await fetched(voucherId)).arrayBuffer()).byteLength).to.equal(40);
    });

    it('is got by what is booked, of closed years too, and neither lost nor changed (E10450)', async () => {
      const { voucherId, date } = await draft();
      const own = pdf();
      await put(voucherId, own);
      const { body: later } = await ours.post('/vouchers/drafts/finance-vouchers', aTransfer(date));
      const booked = await ours.post('/vouchers/booked', [
        { voucherId, date },
        { voucherId: later.voucherId, date },
      ]);
      expect(booked.body[0].attachment).to.equal(`${running.service.base}/vouchers/${voucherId}/attachment`);

      const other = await put(voucherId, pdf());
      const gone = await ours.remove(`/vouchers/${voucherId}/attachment`);
      const got = await put(later.voucherId, pdf());

      expect([other.status, await codeOf(other)]).to.deep.equal([400, 'E10450']);
      expectRefusal(gone, 400, 'E10450');
      expect(got.status).to.equal(201);
      expect((await put(later.voucherId, pdf())).status).to.equal(400);
      const read = Buffer.from(await (await fetched(voucherId)).arrayBuffer());
      expect(read.equals(own)).to.equal(true);
      expect((await ours.get(`/vouchers/booked/${voucherId}`)).body.metaData ?? {}).not.to.have.any.keys(
        'attach',
        'detach',
      );
      await stored();
    });

    it('is refused where it is no file of a kind that is taken, empty, or too large', async () => {
      const { voucherId } = await draft();
      const before = await stored();
      const code = async (response: Response): Promise<unknown> => [
        response.status,
        ((await response.json()) as { errorCode?: string }).errorCode,
      ];
      expect(await code(await put(voucherId, pdf(), { 'Content-Type': 'text/html' }))).to.deep.equal([
        415,
        undefined,
      ]);
      expect(await code(await put(voucherId, pdf(), { 'Content-Encoding': 'gzip' }))).to.deep.equal([
        415,
        undefined,
      ]);
      expect(await code(await put(voucherId, pdf(), { 'Content-Type': 'image/png' }))).to.deep.equal([
        400,
        'E10240',
      ]);
      expect(
        await code(
          await put(voucherId, Buffer.from('<html>'), { 'Content-Type': 'application/xml; charset=utf-8' }),
        ),
      ).to.deep.equal([400, 'E10240']);
      expect(await code(await put(voucherId, Buffer.alloc(0)))).to.deep.equal([400, 'E10240']);
      expect(await code(await put(voucherId, pdf(10 * 1024 * 1024 + 1)))).to.deep.equal([400, 'E10240']);
      const pieces = [pdf(9 * 1024 * 1024), randomBytes(2 * 1024 * 1024)];
      const unmeasured = new ReadableStream<Uint8Array>({
        pull: (to) => {
          const piece = pieces.shift();
          if (piece === undefined) to.close();
          else to.enqueue(piece);
        },
      });
      expect(await code(await put(voucherId, unmeasured))).to.deep.equal([400, 'E10240']);
      expect(await code(await put(999_999, pdf()))).to.deep.equal([404, 'E06000']);
      expect((await put(voucherId, pdf(10 * 1024 * 1024))).status).to.equal(201);
      const xml = Buffer.from('\ufeff<?xml version="1.0"?><Invoice/>');
      expect((await put(voucherId, xml, { 'Content-Type': 'text/xml' })).status).to.equal(200);
      expect(await stored()).to.equal(before + 1);
    });

    it('keeps nothing of what was refused, cut off or sent twice', async () => {
      const { database } = running.service.service;
      const { voucherId } = await draft();
      const before = await stored();
      const bytes = pdf(100_000);
      const headers = { 'Idempotency-Key': `attach-${voucherId}` };

      const first = await put(voucherId, bytes, headers);
      const again = await put(voucherId, bytes, headers);
      const another = await put(voucherId, pdf(), headers);
      const cut = new ReadableStream<Uint8Array>({
        start: (to) => {
          to.enqueue(pdf(200_000));
          setTimeout(() => to.error(new Error('the connection broke')), 20);
        },
      });
      await put(voucherId, cut).catch(() => undefined);

      expect([first.status, again.status, another.status]).to.deep.equal([201, 201, 400]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(await stored()).to.equal(before + 1);
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect(await database.pruneOrphanedBytes('9999-12-31T00:00:00Z' as never), 'left orphaned').to.equal(0);
    });

    it('comes and goes with little of it in memory, however large it is', async function () {
      const store = running.service.service.database.bytesOf(ours.agreement.agreementNumber);
      const piece = randomBytes(64 * 1024);
      /** What is held at most, beyond what was before, while so much comes and goes. */
      const heldBy = async (mebibytes: number): Promise<number> => {
        const before = held();
        let [most, bytes, looked] = [0, 0, 0];
        const seen = (): void => {
          looked += 1;
          if (looked % 64 === 0) most = Math.max(most, held() - before);
        };
        const body = async function* () {
          for (let count = 0; count < mebibytes * 16; count += 1) {
            seen();
            yield piece;
          }
        };
        const stored = await store.put(body(), Infinity);
        if (stored === 'tooLarge') throw new Error('it is too large');
        for await (const part of store.read(stored.storageKey)) {
          seen();
          bytes += part.length;
        }
        expect(bytes).to.equal(mebibytes * 1024 * 1024);
        await store.discard(stored.storageKey);
        return most;
      };
      // What is made once, such as connections and compiled code, is no part of it.
      await heldBy(1);

      // All of it would be more, as bytes, and more again as text; what is collected late is less.
      expect(await heldBy(MEBIBYTES), 'MiB held').to.be.lessThan(16);
    }).timeout(120_000 + MEBIBYTES * 3_000);

    it('is replaced and removed only as it was seen, where the request says so (If-Match)', async () => {
      const { voucherId } = await draft();
      const first = await Promise.all([1, 2].map(() => put(voucherId, pdf(), { 'If-None-Match': '*' })));
      expect(first.map(({ status }) => status).sort()).to.deep.equal([201, 412]);
      const seen = first.find(({ status }) => status === 201)?.headers.get('etag') ?? '';
      expect(seen).to.equal((await fetched(voucherId)).headers.get('etag'));
      expect((await put(voucherId, pdf(), { 'If-None-Match': '*' })).status).to.equal(412);
      const other = await put(voucherId, pdf(), { 'If-Match': seen });
      expect([other.status, other.headers.get('etag') === seen]).to.deep.equal([200, false]);

      const late = await put(voucherId, pdf(), { 'If-Match': seen });
      const gone = await ours.remove(`/vouchers/${voucherId}/attachment`, { 'If-Match': seen });

      expect([late.status, await codeOf(late)]).to.deep.equal([412, 'E05120']);
      expectRefusal(gone, 412, 'E05120');
      let tag = other.headers.get('etag') ?? '';
      // Again and again: another's file may come between any two things that are read of the one before.
      for (let race = 0; race < RACES; race += 1) {
        const now = tag;
        const raced = await Promise.all(
          [0, 1, 2].map(async (place) => {
            await new Promise((go) => setTimeout(go, place * (race % 10)));
            return put(voucherId, pdf(), { 'If-Match': now });
          }),
        );
        expect(raced.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412]);
        tag = (await fetched(voucherId)).headers.get('etag') ?? '';
        expect(raced.find(({ status }) => status === 200)?.headers.get('etag')).to.equal(tag);
      }
      const removed = await ours.remove(`/vouchers/${voucherId}/attachment`, { 'If-Match': tag });
      expect(removed.status).to.equal(204);
      expect((await put(voucherId, pdf(), { 'If-Match': '*' })).status).to.equal(412);
    });

    it('is refused where the agreement has too many bytes of them, and told what would fit', async () => {
      const { bytesOf, unitOfWork } = running.service.service.database;
      const { agreement, ...other } = full;
      const drafted = async (): Promise<number> =>
        (await other.post('/vouchers/drafts/finance-vouchers', aTransfer(`${THIS_YEAR}-01-31`))).body
          .voucherId;
      const attached = async (voucherId: number, bytes: number): Promise<Response> =>
        put(voucherId, pdf(bytes), other.tokens);
      /** As if a file of so many bytes were there. */
      const planted = async (bytes: number): Promise<void> => {
        const file = await bytesOf(agreement.agreementNumber).put(Readable.from([pdf(20)]), 20);
        if (file === 'tooLarge') throw new Error('it has 20 bytes');
        const { storageKey, digest } = file;
        const voucherId = await drafted();
        await unitOfWork.inTransaction(agreement.agreementNumber, ({ ledger }) => {
          const one = { storageKey, mediaType: PDF, bytes, digest } as const;
          return ledger.attachments.put(voucherId, one, { isBooked: false });
        })();
      };
      const most = 2 ** 31 - 1;
      for (let left = ATTACHMENTS_BYTES_MAX - 300; left > 0; left -= most)
        await planted(Math.min(left, most));
      const voucherId = await drafted();

      const refused = await attached(voucherId, 301);
      const fits = await attached(voucherId, 300);

      const body = (await refused.json()) as { errorCode: string; developerHint: string };
      expect([refused.status, body.errorCode]).to.deep.equal([400, 'E10590']);
      expect(body.developerHint).to.contain('300 bytes');
      expect(fits.status).to.equal(201);
      // In the place of a file, as much comes in as that has left.
      expect((await attached(voucherId, 300)).status).to.equal(200);
      expect((await attached(voucherId, 301)).status).to.equal(400);
      // Of several that come at once, as many as there is room for.
      expect((await other.remove(`/vouchers/${voucherId}/attachment`)).status).to.equal(204);
      const drafts = [await drafted(), await drafted(), await drafted(), await drafted()];
      const atOnce = await Promise.all(drafts.map((one) => attached(one, 150)));
      expect(atOnce.map(({ status }) => status).sort()).to.deep.equal([201, 201, 400, 400]);
    });

    it('is for who keeps the books, in agreements that have vouchers, and not in demo', async () => {
      const { voucherId } = await draft();
      const { tokens } = await ours.agreement.grant(['Sales']);
      expect((await put(voucherId, pdf(), tokens)).status).to.equal(403);
      const demo = await fetch(`http://127.0.0.1:${running.service.port}/vouchers/1/attachment?demo=true`, {
        method: 'PUT',
        headers: { 'Content-Type': PDF },
        body: pdf(),
      });
      expect([demo.status, await codeOf(demo)]).to.deep.equal([403, 'E03010']);
    });
  });
}
