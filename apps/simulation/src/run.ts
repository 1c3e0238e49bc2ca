import { inspect } from 'node:util';
import { statesAfter, type PastOperation, type Specification } from './history/linearizable.js';
import { errandOfGoods, goodsSpecification, wantGoods } from './model/goods.js';
import {
  bookkeeping,
  LEDGER_AT_FIRST,
  ledgerSpecification,
  listBooked,
  listDrafts,
  wantLedger,
} from './model/ledger.js';
import { seenOf, type Errand, type Seen, type Wanted } from './model/seen.js';
import { settingsAtFirst, settingsSpecification, wantSettings } from './model/settings.js';
import { Random } from './world/random.js';
import { ServiceProcess } from './world/process.js';
import { CALM, SimulatedServer } from './world/server.js';
import type { Template, Tokens } from './world/template.js';
import { NEAR_MS, OUTSIDE, World } from './world/world.js';

/** 2026-06-15, 10:00 UTC: when every world begins. */
export const BEGINNING = Date.UTC(2026, 5, 15, 10);

/** Which part of a seed's run is done: all of it, unless somebody looks for the least that still fails. */
export type Plan = {
  readonly seed: number;
  /** How many operations of clients. */
  readonly steps: number;
  /** Only these bursts, by their number. */
  readonly only?: ReadonlySet<number>;
  /** Told of every thing that happens. */
  readonly told?: (line: string) => void;
};

/** What a run came to. */
export type Run = {
  readonly seed: number;
  readonly failure: string | undefined;
  /** Of everything that happened: the same for the same seed. */
  readonly digest: number;
  readonly operations: number;
  readonly bursts: number;
  readonly happened: number;
  readonly statuses: ReadonlyMap<string, number>;
};

/** A part of an agreement, modelled by itself: what is linearizable part by part is so as a whole. */
type Part = {
  readonly name: string;
  readonly tokens: Tokens;
  readonly specification: Specification<unknown, unknown, Seen>;
  readonly want: (random: Random, state: unknown, things: Random) => Wanted<unknown>;
  /** Of what kinds a crowd is more often than by chance, one after the other: what is written together. */
  readonly waves: readonly string[];
  /** What is done in its order, each at once with others, where chance would seldom come to the end of it. */
  readonly errand: ((random: Random, state: unknown) => Errand<unknown>) | undefined;
  /** What shows all of it, where chance might not ask for it. */
  readonly audit: () => readonly Wanted<unknown>[];
  states: readonly unknown[];
  /** Nobody heard what became of something. */
  isUnsure: boolean;
  /** What was done last, for whoever reads of a failure. */
  readonly past: string[];
};

type Sent = {
  readonly part: Part;
  readonly wanted: Wanted<unknown>;
  readonly process: number;
  called: number;
  returned: number;
  seen: Seen | undefined;
  text: string;
  isDone: boolean;
};

/** What the books' own checks say of one promise. */
type BooksChecked = { readonly faults: readonly string[] };

/** What a world promised and did not keep. */
class Broken extends Error {
  override readonly name = 'Broken';
}

const PROCESSES = ['A', 'B'];
/**
 * States that a part may be in, of which some are left out beyond this: each lost answer doubles them until
 * something is read that tells.
 */
const STATES_MAX = 2048;
/** At the end, and after every so many bursts, the books are looked through as `kontor verify` does it. */
const VERIFY_EVERY = 60;
const PAST_KEPT = 12;
const READS_MAX = 60;
/** How often somebody does one thing after the other. */
const ERRANDS = 0.2;
/** So often it is thrown again for one of the kind that the others of a crowd want. */
const ALIKE_TRIES = 20;

/** Makes a world of a seed; it ends when so many operations are done, or one is not as it must be. */
export async function run(
  template: Template,
  plan: Plan,
  replaceWorld: (world: World) => void,
): Promise<Run> {
  const world = new World(plan.seed, BEGINNING);
  world.told = plan.told;
  replaceWorld(world);
  const copy = template.copy();
  const server = new SimulatedServer(world, copy.file);
  const course = new Course(template, plan, world, server);
  let failure: string | undefined;
  try {
    await course.run();
  } catch (error) {
    failure = error instanceof Broken ? error.message : `${(error as Error).stack}`;
    failure = `burst ${course.burst}: ${failure}`;
  }
  course.end();
  await world.comeToRest();
  server.close();
  copy.remove();
  return {
    seed: plan.seed,
    failure,
    digest: world.digest,
    operations: course.operations,
    bursts: course.burst,
    happened: world.happened,
    statuses: course.statuses,
  };
}

class Course {
  readonly #template: Template;
  readonly #plan: Plan;
  readonly #world: World;
  readonly #server: SimulatedServer;
  readonly #processes: ServiceProcess[] = [];
  readonly #parts: readonly Part[];
  #starts = 0;
  #time = 0;
  #isCalm = true;
  operations = 0;
  burst = 0;
  readonly statuses = new Map<string, number>();

  constructor(template: Template, plan: Plan, world: World, server: SimulatedServer) {
    this.#template = template;
    this.#plan = plan;
    this.#world = world;
    this.#server = server;
    this.#parts = template.tokens.flatMap((tokens, index) => partsOf(`${index + 1}`, tokens, template));
  }

  async run(): Promise<void> {
    for (const name of PROCESSES) this.#processes.push(await this.#started(name));
    while (this.operations < this.#plan.steps) {
      this.burst += 1;
      const { seed, only } = this.#plan;
      const own = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(this.burst, 0x85ebca6b)) | 0;
      this.#world.reseed(own);
      const random = new Random(own ^ 0x2545f491);
      if (only !== undefined && !only.has(this.burst)) {
        if (this.burst > Math.max(...only)) break;
        continue;
      }
      await this.#oneBurst(random);
      if (this.burst % VERIFY_EVERY === 0) await this.#verify();
    }
    await this.#verify();
  }

  end(): void {
    for (const process of this.#processes) process.kill();
  }

  async #started(name: string): Promise<ServiceProcess> {
    this.#starts += 1;
    const process = new ServiceProcess(`${name}${this.#starts}`, this.#world, this.#server);
    await process.start();
    return process;
  }

  async #oneBurst(random: Random): Promise<void> {
    const isStormy = random.chance(0.25);
    // Many at once ask one process for the same kind of thing in one part: what is written together comes
    // from there. Not in a storm: of so many nobody could tell what became of them.
    const isCrowd = !isStormy && random.chance(0.15);
    const count = isCrowd ? 5 + random.below(4) : 1 + random.below(4);
    // Clients meet at one part more often than not.
    const meeting = random.chance(0.4) ? (this.#parts[0] as Part) : random.oneOf(this.#parts);
    const crowded = random.below(this.#processes.length);
    this.#isCalm = !isStormy;
    if (isCrowd) {
      const waves = meeting.waves.length > 0 && random.chance(0.4) ? meeting.waves : [undefined];
      for (const kind of waves) await this.#crowd({ part: meeting, kind, count, process: crowded }, random);
      return;
    }
    if (!isStormy && meeting.errand !== undefined && random.chance(ERRANDS))
      return this.#errand(meeting, random);
    // In every other burst they want the same things: the same account, draft, product, year.
    const things = random.chance(0.5) ? random.word() : undefined;
    const sent = Array.from({ length: count }, (): Sent => {
      const part = random.chance(0.8) ? meeting : random.oneOf(this.#parts);
      return this.#send(part, this.#wanted(part, random, { things }), random.below(this.#processes.length));
    });
    if (isStormy) this.#fault(random);
    await this.#settled(sent);
    this.#check(sent, isStormy);
    if (!isStormy) return;
    await this.#calm();
    await this.#lookAround(random);
  }

  /** Many ask one process for the same kind of thing: of a given kind, each for another one. */
  async #crowd(
    {
      part,
      kind: given,
      count,
      process,
    }: {
      readonly part: Part;
      readonly kind: string | undefined;
      readonly count: number;
      readonly process: number;
    },
    random: Random,
  ): Promise<void> {
    // What they make first is dated alike, so that it comes together in the same sums.
    const things = given !== undefined && given === part.waves[0] ? random.word() : undefined;
    const wished = new Map<string, Wanted<unknown>>();
    let kind = given;
    for (let tries = 0; wished.size < count && tries < count * 2; tries += 1) {
      const wanted = this.#wanted(part, random, { kind, things });
      wished.set(given === undefined ? String(tries) : told(wanted), wanted);
      kind ??= kindOf(wanted);
    }
    const sent = [...wished.values()].map((wanted) => this.#send(part, wanted, process));
    await this.#settled(sent);
    this.#check(sent, false);
  }

  /** Somebody does one thing after the other, while others now and then do something beside it. */
  async #errand(part: Part, random: Random): Promise<void> {
    for (const atOnce of part.errand?.(random, random.oneOf(part.states)) ?? []) {
      const sent = atOnce.map((wanted) => this.#send(part, wanted, random.below(this.#processes.length)));
      if (random.chance(0.3))
        sent.push(this.#send(part, this.#wanted(part, random, {}), random.below(this.#processes.length)));
      await this.#settled(sent);
      this.#check(sent, false);
    }
  }

  /** What a client wants of a part: of this kind, where one of it turns up soon, and of these things. */
  #wanted(
    part: Part,
    random: Random,
    { kind, things }: { readonly kind?: string | undefined; readonly things?: number | undefined },
  ): Wanted<unknown> {
    for (let tries = 0; ; tries += 1) {
      const of = things === undefined ? random : new Random(things);
      const wanted = part.want(random, random.oneOf(part.states), of);
      if (kind === undefined || kindOf(wanted) === kind || tries >= ALIKE_TRIES) return wanted;
    }
  }

  /** Sends a request at some moment from now on. */
  #send(part: Part, wanted: Wanted<unknown>, process: number): Sent {
    this.operations += 1;
    const sent: Sent = {
      part,
      wanted,
      process,
      called: Infinity,
      returned: Infinity,
      seen: undefined,
      text: '',
      isDone: false,
    };
    const { request, figuresOf } = wanted;
    this.#world.later(OUTSIDE, 'client', () => {
      sent.called = this.#tick();
      const headers = { ...part.tokens, ...request.headers };
      (this.#processes[process] as ServiceProcess).ask({ ...request, headers }, (answer) => {
        sent.returned = this.#tick();
        sent.isDone = true;
        if (answer === undefined) return;
        sent.text = answer.text;
        sent.seen = seenOf(answer, figuresOf);
      });
    });
    return sent;
  }

  #tick(): number {
    this.#time += 1;
    return this.#time;
  }

  async #settled(sent: readonly Sent[]): Promise<void> {
    await this.#world.until(() => sent.every(({ isDone }) => isDone));
  }

  /** Something goes wrong while clients are at it. */
  #fault(random: Random): void {
    const { weather } = this.#server;
    const victim = this.#processes[random.below(this.#processes.length)] as ServiceProcess;
    const soon = (what: () => void): void => {
      // Somewhere among the things that happen.
      const turns = random.below(30);
      const { burst } = this;
      const wait = (left: number): void =>
        this.#world.later(OUTSIDE, 'fate', () => {
          if (this.#isCalm || this.burst !== burst) return;
          if (left === 0) what();
          else wait(left - 1);
        });
      wait(turns);
    };
    switch (random.below(8)) {
      case 7:
        this.#world.leapMs = 12_000;
        return;
      case 0:
        weather.conflict = 0.3;
        return;
      case 1:
        weather.lostAnswer = 0.08;
        return;
      case 2:
        weather.lostRequest = 0.08;
        return;
      case 3:
        soon(() => victim.kill());
        return;
      case 4:
        soon(() => {
          victim.pausedUntil = this.#world.monotonic() + random.below(20_000);
          this.#world.note(`pause ${victim.name}`);
        });
        return;
      case 5:
        soon(() => {
          this.#server.setDown(true);
          soon(() => this.#server.setDown(false));
        });
        return;
      default:
        soon(() => this.#world.setClock(random.below(7_200_000) - 3_600_000));
    }
  }

  /** Faults are over: whoever is dead is started anew. */
  async #calm(): Promise<void> {
    this.#isCalm = true;
    Object.assign(this.#server.weather, CALM);
    this.#world.leapMs = NEAR_MS;
    this.#server.setDown(false);
    for (const [index, process] of this.#processes.entries()) {
      process.pausedUntil = 0;
      if (process.isDead) this.#processes[index] = await this.#started(PROCESSES[index] as string);
    }
  }

  /** In calm everything works, and shows what came of what nobody heard of. */
  async #lookAround(random: Random): Promise<void> {
    for (const part of this.#parts) {
      for (const wanted of part.isUnsure ? part.audit() : []) await this.#askAlone(part, wanted, random);
      for (let reads = 0; part.states.length > 1; reads += 1) {
        if (reads > READS_MAX) break;
        const wanted = this.#wanted(part, random, {});
        if (wanted.request.method !== 'GET') continue;
        await this.#askAlone(part, wanted, random);
      }
      part.isUnsure = false;
    }
  }

  async #askAlone(part: Part, wanted: Wanted<unknown>, random: Random): Promise<void> {
    const sent = this.#send(part, wanted, random.below(this.#processes.length));
    await this.#settled([sent]);
    this.#check([sent], false);
  }

  #check(all: readonly Sent[], isStormy: boolean): void {
    for (const { wanted, seen, text, process } of all) {
      const name = `${kindOf(wanted)} ${seen?.status ?? 'lost'}${seen?.code === undefined ? '' : ` ${seen.code}`}`;
      this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
      if (seen === undefined) continue;
      if (seen.status === 500 || (seen.status === 503 && !isStormy)) {
        const { defects } = this.#processes[process] as ServiceProcess;
        throw new Broken(
          `${told(wanted)} was answered ${seen.status} ${isStormy ? '' : 'in calm'}: ${text} ${inspect(defects.at(-1), { depth: 4 })}`,
        );
      }
    }
    for (const part of new Set(all.map((one) => one.part))) {
      const of = all.filter((one) => one.part === part);
      const history = of.map(({ wanted, seen, called, returned }): PastOperation<unknown, Seen> => {
        const isUnknown = seen === undefined || seen.status === 503;
        // What nobody knows of came by the end of the burst, or never.
        return {
          asked: wanted.op,
          seen: isUnknown ? undefined : seen,
          called,
          returned: isUnknown ? Infinity : returned,
        };
      });
      part.isUnsure ||= history.some(({ seen }) => seen === undefined);
      const { states, ordered } = statesAfter(part.specification, part.states, history);
      if (states.length === 0) {
        const lines = of.map((one) => `${lineOf(one)} ${one.text.slice(0, 300)}`);
        throw new Broken(
          `no order of these explains them, at most ${ordered} of ${of.length} (${part.name}):\n${lines.join('\n')}\n` +
            `  after these:\n${part.past.join('\n')}\n  where it was: ${part.states.map((state) => part.specification.nameOf(state)).join('\n  or ')}`,
        );
      }
      part.states = states.slice(0, STATES_MAX);
      part.past.push(...of.map(lineOf));
      part.past.splice(0, part.past.length - PAST_KEPT);
    }
  }

  /** The books are as they promise, by their own checks. */
  async #verify(): Promise<void> {
    const process = this.#processes[0] as ServiceProcess;
    for (const agreementNumber of this.#template.agreementNumbers) {
      let checked: readonly BooksChecked[] | undefined;
      let failed: unknown;
      const look: Promise<readonly BooksChecked[]> = this.#world.as(process, () =>
        process.service.database.checkBooks(agreementNumber),
      );
      look.then(
        (found) => (checked = found),
        (error: unknown) => (failed = error),
      );
      await this.#world.until(() => checked !== undefined || failed !== undefined);
      if (failed !== undefined) throw failed;
      const faults = (checked ?? []).flatMap((one) => one.faults);
      if (faults.length > 0)
        throw new Broken(`the books of ${agreementNumber} have faults: ${faults.join('; ')}`);
    }
  }
}

function lineOf({ wanted, seen, called, returned, process }: Sent): string {
  return `  ${called}..${returned} by ${PROCESSES[process]}: ${told(wanted)}\n    ${JSON.stringify(seen ?? 'lost')}`;
}

function kindOf({ op }: Wanted<unknown>): string {
  return (op as { kind: string }).kind;
}

function told({ op }: Wanted<unknown>): string {
  return JSON.stringify(op);
}

function partsOf(name: string, tokens: Tokens, { goods }: Template): readonly Part[] {
  const part = <State, Op>(
    what: string,
    specification: Specification<State, Op, Seen>,
    want: (random: Random, state: State, things: Random) => Wanted<Op>,
    first: State,
    {
      audit = () => [],
      waves = [],
      errand,
    }: Partial<{
      audit: () => readonly Wanted<Op>[];
      waves: readonly string[];
      errand: (random: Random, state: State) => Errand<Op>;
    }> = {},
  ): Part => ({
    name: `${what} of ${name}`,
    tokens,
    specification: specification as Part['specification'],
    want: want as Part['want'],
    states: [first],
    past: [],
    isUnsure: false,
    waves,
    errand: errand as Part['errand'],
    audit,
  });
  return [
    part('ledger', ledgerSpecification, wantLedger, LEDGER_AT_FIRST, {
      audit: () => [listDrafts(), listBooked()],
      waves: ['draft', 'book'],
      errand: bookkeeping,
    }),
    part('goods', goodsSpecification, wantGoods, goods, { errand: errandOfGoods }),
    part('settings', settingsSpecification, wantSettings, settingsAtFirst()),
  ];
}
