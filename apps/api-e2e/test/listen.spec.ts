import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { freePort } from '@kontor/api';
import { onEachDatabase, Receiver } from '@kontor/conformance';
import type { Api, Event, Home } from '@kontor/sdk';
import type * as webhooks from '@kontor/sdk/webhooks';
import { startProcess, type RunningService } from './built-service.js';
import { packedSdk, type PackedSdk } from './support/packed-sdk.js';

const KONTOR = join(import.meta.dirname, '../../../apps/kontor/dist/main.js');

describe('kontor listen', function () {
  let packed: PackedSdk;
  const receiver = new Receiver();
  const told = receiver.received;
  let forward: string;

  before(async () => {
    packed = await packedSdk();
    forward = await receiver.listen();
  });
  after(() => receiver.close());

  onEachDatabase((database) => {
    let service: RunningService;
    let drop: () => Promise<void>;
    let environment: NodeJS.ProcessEnv;
    let api: Api;
    let home: Home;
    let listening: Listening | undefined;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      const tokens = JSON.parse(await service.kontor('sandbox')) as Readonly<Record<string, string>>;
      environment = {
        PATH: process.env['PATH'],
        // There is nobody: it asks the service only.
        DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing',
        BASE_URL: service.address,
        KONTOR_APP_SECRET_TOKEN: tokens['appSecretToken'],
        KONTOR_AGREEMENT_GRANT_TOKEN: tokens['agreementGrantToken'],
      };
      api = packed.sdk.connect(service.address, tokens as never);
      home = await api.home();
    });
    beforeEach(() => {
      told.length = 0;
      receiver.answers = [];
    });
    afterEach(async () => {
      await listening?.stop();
      listening = undefined;
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    /** As a process: for how it ends, and what its streams have to do with that. */
    const listens = (...words: readonly string[]): ListeningProcess => {
      const started = listeningBy(['--forward', forward, ...words], environment);
      listening = started;
      return started;
    };
    /** In this process, which has loaded what one of its own would have to load. */
    const listensHere = async (...words: readonly string[]): Promise<Listening> =>
      (listening = await listeningHere(words, environment));

    it('posts what happens from now on, signed with the secret that it prints, a line for each', async () => {
      const kontor = listens('--types', 'unit.*');
      const [, secret = ''] = /are signed with (whsec_\S+)$/.exec(await kontor.line()) ?? [];
      receiver.answers = [
        { status: 204 },
        { status: 500 },
        { status: 302, headers: { Location: '/elsewhere' } },
      ];

      const box = await api.create(home.units, { name: 'box' });
      await api.replace(box, { ...box, name: 'crate' });
      await api.remove(box);
      await api.create(home.departments, { departmentNumber: 901, name: 'None of the types' });
      const lines = [await kontor.line(), await kontor.line(), await kontor.line()];

      expect(lines.map((line) => / {2}(\w+\.\w+) +(\S+) {2}\d+ ms$/.exec(line)?.slice(1))).to.deep.equal([
        ['unit.created', '204'],
        ['unit.updated', '500'],
        ['unit.removed', '302'],
      ]);
      const said = told.map(({ body, headers }) => new Webhook(secret).verify(body, headers));
      for (const event of said as Event[]) expect(await api.follow(event.self)).to.deep.equal(event);
      const { verifyWebhook } = (await packed.door('webhooks')) as typeof webhooks;
      const [first] = told;
      const { event } = await verifyWebhook(first?.headers ?? {}, first?.body ?? '', secret);
      expect(event).to.deep.include({ type: 'unit.created', numbers: { unitNumber: box.unitNumber } });
      expect(await kontor.stop()).to.deep.equal({ status: 0, err: '' });
    });

    it('begins behind a sequence, with the secret of before, as JSON for programs', async () => {
      const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      const { lastSequence } = await api.follow(home.eventsPosition);
      const unit = await api.create(home.units, { name: 'pallet' });

      const kontor = await listensHere(
        ...['--forward', forward, '--after', String(lastSequence), '--secret', secret, '--json'],
      );
      const began = JSON.parse(await kontor.line()) as { readonly publicKey: string };
      const delivered = JSON.parse(await kontor.line()) as object;

      expect(began).to.deep.include({ forward, secret });
      expect(delivered).to.deep.include({ sequence: lastSequence + 1, type: 'unit.created', status: 204 });
      const [{ headers, body } = { headers: {}, body: '' }] = told;
      expect(new Webhook(secret).verify(body, headers)).to.deep.include({ resource: unit.self });
      const { verifyWebhook } = (await packed.door('webhooks')) as typeof webhooks;
      expect((await verifyWebhook(headers, body, began.publicKey)).event?.resource).to.equal(unit.self);
      await api.remove(unit);
    });

    it('says why it cannot: no tokens, others than it knows, no such sequence, nobody there', async () => {
      const refused = async (words: readonly string[], changes: NodeJS.ProcessEnv = {}): Promise<string> => {
        // In this process: that a refusal ends one is seen by the tests of the command.
        const { kontor } = await import('@kontor/command');
        let err = '';
        const terminal = { out: () => undefined, err: (text: string) => void (err += text) };
        const typed = ['listen', '--forward', forward, ...words];
        const status = await kontor(typed, { ...environment, ...changes }, terminal);
        expect(status, err).to.equal(1);
        return err;
      };

      expect(await refused([], { KONTOR_APP_SECRET_TOKEN: '' })).to.contain('KONTOR_APP_SECRET_TOKEN');
      expect(await refused([], { KONTOR_APP_SECRET_TOKEN: 'wrong' })).to.match(/app secret token/i);
      expect(await refused(['--after', '1000000'])).to.contain('The events after 1000000 are not all kept');
      expect(await refused(['--url', 'http://127.0.0.1:1'])).to.contain('does not answer');
      expect(await refused(['--secret', 'swordfish']))
        .to.contain('must be a secret')
        .and.not.contain('swordfish');
    });

    it('ends when nobody reads what it prints any more', async () => {
      const kontor = listens('--after', '0');
      await kontor.line();

      expect(await kontor.leave()).to.deep.equal({ status: 0, err: '' });
      // What was there before it began is told from 0 on, so it had more to post.
      expect(told.length).to.be.greaterThan(0);
    });

    it('says that nobody takes what it posts, and goes on', async () => {
      const nowhere = await listensHere('--forward', `http://127.0.0.1:${await freePort('127.0.0.1')}`);
      await nowhere.line();

      const one = await api.create(home.units, { name: 'one' });
      expect(await nowhere.line()).to.match(/unit\.created +ECONNREFUSED {2}\d+ ms$/);
      await api.remove(one);
      expect(await nowhere.line()).to.match(/unit\.removed +ECONNREFUSED/);
    });
  });
});

type Listening = {
  /** The next line that it prints. */
  line(): Promise<string>;
  stop(): Promise<Ended>;
};

type ListeningProcess = Listening & {
  /** Reads nothing more of it, as `head` does; resolves when it has ended by itself. */
  leave(): Promise<Ended>;
};

type Ended = { readonly status: number; readonly err: string };

async function listeningHere(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Listening> {
  const { kontor } = await import('@kontor/command');
  const printed = new PassThrough();
  const lines = createInterface({ input: printed })[Symbol.asyncIterator]();
  const over = new AbortController();
  let err = '';
  const terminal = {
    out: (text: string) => void printed.write(text),
    err: (text: string) => void (err += text),
    interrupted: () => over.signal,
  };
  const ended = kontor(['listen', ...words], env, terminal).finally(() => printed.end());
  return {
    line: () => nextOf(lines, () => err),
    stop: async () => {
      over.abort();
      return { status: await ended, err };
    },
  };
}

async function nextOf(lines: AsyncIterator<string>, said: () => string): Promise<string> {
  const { value, done } = await lines.next();
  if (done === true) throw new Error(`kontor listen has ended: ${said()}`);
  return value;
}

function listeningBy(words: readonly string[], env: NodeJS.ProcessEnv): ListeningProcess {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [KONTOR, 'listen', ...words], {
    env,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const exit = once(child, 'close') as Promise<[number]>;
  return {
    line: () => nextOf(lines, () => err),
    stop: async () => {
      child.kill('SIGINT');
      return { status: (await exit)[0], err };
    },
    leave: async () => {
      child.stdout.destroy();
      return { status: (await exit)[0], err };
    },
  };
}
