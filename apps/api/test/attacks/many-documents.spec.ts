import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority } from 'node:os';
import { expect } from 'chai';
import { anInvoice } from '../sales/an-invoice.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';

/*
 * A document of many lines takes a second of a processor to draw. Drawing does
 * not depend on the database, so the embedded one does for all.
 */
const [database] = await databases();
const LINES = 400;
const AT_ONCE = 30;
const DRAWN_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Other questions that are answered meanwhile: none would be if documents were drawn in turn with them. */
const LEAST = 20;

describe('many documents at once', function () {
  this.timeout(120_000);
  const running = runningService(database!);
  const ours = running.client();
  const third = running.client();
  const other = running.client();

  it('are drawn apart from everything else, few at a time, and refused beyond what can be drawn soon', async () => {
    const lines = Array.from({ length: LINES }, (_, index) => ({
      lineNumber: index + 1,
      description: `Line ${index + 1} of a long document`,
    }));
    const { status, body, text } = await ours.post('/v2/invoices/drafts', anInvoice({ lines }));
    expect(status, text).to.equal(201);
    const pdf = new URL(body.pdf.download as string).pathname;
    const ofOther = await other.post('/v2/invoices/drafts', anInvoice({}));
    const short = new URL(ofOther.body.pdf.download as string).pathname;
    const answered = { list: 0, item: 0 };
    let isOver = false;
    const look = async (what: keyof typeof answered, path: string): Promise<void> => {
      while (!isOver) {
        expect((await other.get(path)).status).to.equal(200);
        answered[what] += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await other.get('/units/1');

    let drawnOfMany = 0;
    const documents = Array.from({ length: AT_ONCE }, async () => {
      const answer = await fetch(`http://127.0.0.1:${running.service.port}${pdf}`, {
        headers: { ...ours.tokens },
      });
      if (answer.status === 200) drawnOfMany += 1;
      return answer;
    });
    const looking = [look('list', '/departments'), look('item', '/units/1')];
    const inBetween = await fetch(`http://127.0.0.1:${running.service.port}${short}`, {
      headers: { ...other.tokens },
    });
    const drawnBefore = drawnOfMany;
    const answers = await Promise.all(documents);
    const bytes = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    isOver = true;
    await Promise.all(looking);

    expect(inBetween.status, 'a document of others').to.equal(200);
    // What was read already would be drawn before it too, if one agreement might have all places: 3 in all.
    // While it is read itself, on a busy machine, one more of the many may be begun.
    expect(drawnBefore, 'it waits for those only that are being drawn').to.be.at.most(DRAWN_AT_ONCE + 1);
    const drawn = bytes.filter((_, index) => answers[index]?.status === 200);
    expect(drawn.length).to.be.within(1, AT_ONCE - 10);
    for (const one of drawn) expect(one.subarray(0, 5).toString()).to.equal('%PDF-');
    for (const { status: refused, headers } of answers.filter((one) => one.status !== 200)) {
      expect(refused).to.equal(503);
      expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    expect(answered.list, 'list').to.be.greaterThan(LEAST);
    expect(answered.item, 'item').to.be.greaterThan(LEAST);
  });

  it('keep nobody from a short one, however long they take and whose they are', async () => {
    // Some seconds of a processor: hardly a word stands in it twice.
    const lines = Array.from({ length: 60 }, (_, line) => ({
      description: Array.from({ length: 190 }, (_, word) => ((line * 190 + word) * 7_919_993).toString(30))
        .join(' ')
        .slice(0, 1_400),
    }));
    const draw = async (client: typeof ours, more: object): Promise<() => Promise<number>> => {
      const { status, body, text } = await client.post('/v2/invoices/drafts', anInvoice(more));
      expect(status, text).to.equal(201);
      const url = `http://127.0.0.1:${running.service.port}${new URL(body.pdf.download as string).pathname}`;
      return async () => {
        const answer = await fetch(url, { headers: { ...client.tokens } });
        await answer.arrayBuffer();
        return answer.status;
      };
    };
    const short = await draw(other, {});
    const long = [await draw(ours, { lines }), await draw(third, { lines })];
    // The process that draws it is there: what is looked at is what it waits for.
    expect(await short()).to.equal(200);

    let drawn = 0;
    const drawing = long.map(async (one) => {
      expect(await one()).to.equal(200);
      drawn += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const status = await short();
    const drawnBefore = drawn;
    await Promise.all(drawing);

    expect(status).to.equal(200);
    expect(drawnBefore, 'it waits for none of them').to.equal(0);
  });

  it('are drawn also where each sign of a long word is a sentence, within the memory that there is', async () => {
    // The third one is blank; of the last no font has a place for the second mark.
    const lines = ['\ufdfa', 'x', '\t', 'ฬุื '].map((sign) => ({
      description: sign.repeat(2_500 / sign.length),
    }));
    const { body } = await ours.post('/v2/invoices/drafts', anInvoice({ lines }));

    const answer = await fetch(
      `http://127.0.0.1:${running.service.port}${new URL(body.pdf.download as string).pathname}`,
      { headers: { ...ours.tokens } },
    );

    expect(answer.status, answer.status === 200 ? '' : await answer.text()).to.equal(200);
  });

  it('are drawn at a lower priority than answers are made', async function () {
    if (process.platform !== 'linux') {
      console.log('      not looked at: threads have priorities of their own on Linux only');
      return this.skip();
    }
    const { body } = await ours.post('/v2/invoices/drafts', anInvoice({}));
    const answer = await fetch(
      `http://127.0.0.1:${running.service.port}${new URL(body.pdf.download as string).pathname}`,
      { headers: { ...ours.tokens } },
    );
    expect(answer.status).to.equal(200);
    const drawing = processesThatDraw();
    expect(drawing).to.have.lengthOf.at.least(1);
    for (const one of drawing) {
      // Also the threads that collect its garbage and compile for it.
      expect(Math.min(...prioritiesOfThreads(one)), 'of what draws').to.be.greaterThan(getPriority());
    }
  });
});

/** The processes of this one that draw, by their numbers. */
function processesThatDraw(): readonly string[] {
  return readdirSync('/proc').filter((one) => {
    try {
      return (
        statOf(`/proc/${one}`)[PARENT] === String(process.pid) &&
        readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('printing.child')
      );
    } catch {
      // No process, or none any more.
      return false;
    }
  });
}

/** The priorities (`nice`) of a process's threads. */
function prioritiesOfThreads(pid: string): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(statOf(`/proc/${pid}/task/${thread}`)[NICE]),
  );
}

/** What the system tells of a process or thread, from its state on. */
function statOf(folder: string): readonly string[] {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const PARENT = 1;
const NICE = 16;
