import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { StandardOutput, type Writing } from './standard-output.js';

/** A disk with room for so many bytes, which may become more. */
class Disk implements Writing {
  room: number;
  text = '';

  constructor(room: number) {
    this.room = room;
  }

  write(file: number, bytes: Uint8Array, done: (error: Error | null, written: number) => void): void {
    setImmediate(() => {
      if (this.room === 0) return done(new Error('ENOSPC: no space left on device'), 0);
      return done(null, this.writeSync(file, bytes));
    });
  }

  writeSync(_: number, bytes: Uint8Array): number {
    const taken = Math.min(this.room, bytes.length);
    if (taken === 0) throw new Error('ENOSPC: no space left on device');
    this.room -= taken;
    this.text += Buffer.from(bytes).toString('utf8', 0, taken);
    return taken;
  }
}

describe('standard output on a disk that is full', () => {
  const over = (disk: Disk): { readonly told: string[]; readonly output: StandardOutput } => {
    const told: string[] = [];
    return { told, output: new StandardOutput((why) => void told.push(why), disk) };
  };

  it('loses lines, says so once, and writes whole ones again when there is room', async () => {
    const disk = new Disk(9);
    const { told, output } = over(disk);

    for (const line of ['{"a":1}\n', '{"b":2}\n', '{"c":3}\n']) {
      output.write(line);
      // Each has been tried before the next one comes.
      await sleep(5);
    }
    disk.room = 100;
    output.write('{"d":4}\n');
    output.write('{"e":5}\n');
    await sleep(5);

    expect(disk.text).to.equal('{"a":1}\n{\n{"d":4}\n{"e":5}\n');
    expect(told).to.deep.equal(['ENOSPC: no space left on device']);
  });

  it('loses what comes while more waits than is kept, and says so once', () => {
    const { told, output } = over(new Disk(Infinity));

    for (let megabytes = 0; megabytes < 20; megabytes += 1) output.write(`${'x'.repeat(1024 * 1024)}\n`);

    expect(told).to.deep.equal(['nobody reads on, and more waits than is kept']);
  });

  it('gives up at the end of the process', () => {
    const { told, output } = over(new Disk(0));

    output.write('{"a":1}\n');
    output.write('{"b":2}\n');
    output.flushSync();

    expect(told).to.deep.equal(['ENOSPC: no space left on device']);
  });
});

describe('standard output that is a pipe on which nobody reads on for a while', () => {
  /** A pipe with room for so many bytes, which takes no more until it is read. */
  class Pipe extends Disk {
    override write(_: number, bytes: Uint8Array, done: (error: Error | null, written: number) => void): void {
      setImmediate(() => {
        try {
          done(null, this.writeSync(_, bytes));
        } catch (error) {
          done(error as Error, 0);
        }
      });
    }

    override writeSync(file: number, bytes: Uint8Array): number {
      if (this.room === 0) throw Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });
      return super.writeSync(file, bytes);
    }
  }

  it('gets what was tried last before what waits behind it, at the end of the process', async () => {
    const pipe = new Pipe(3);
    const output = new StandardOutput(() => undefined, pipe);

    output.write('{"a":1}\n');
    output.write('{"b":2}\n');
    await sleep(5);
    pipe.room = 100;
    output.flushSync();
    await sleep(50);

    expect(pipe.text).to.equal('{"a":1}\n{"b":2}\n');
  });
});
