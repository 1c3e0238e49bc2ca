import { compose, type Service } from '@kontor/api';
import { exchange, type Answered, type RequestToSend } from './exchange.js';
import type { SimulatedServer } from './server.js';
import { configOf } from './template.js';
import { OUTSIDE, type Owner, type World } from './world.js';

/** One process of the service, until it is killed. */
export class ServiceProcess implements Owner {
  readonly name: string;
  isDead = false;
  pausedUntil = 0;
  readonly #world: World;
  readonly #server: SimulatedServer;
  readonly #asking = new Set<() => void>();
  #service: Service | undefined;
  #handle: ReturnType<Service['app']['callback']> | undefined;
  /** What was thrown behind answers of 500 and 503. */
  readonly defects: unknown[] = [];

  constructor(name: string, world: World, server: SimulatedServer) {
    this.name = name;
    this.#world = world;
    this.#server = server;
  }

  /** Composes the service anew on what is in the database. */
  async start(): Promise<void> {
    let isReady = false;
    let failed: unknown;
    const composed = this.#world.as(this, () =>
      compose(configOf('sqlite:simulated'), {
        engine: this.#server.engineOf(this),
        clock: () => new Date(),
        observe: ({ defect }) => {
          if (defect !== undefined) this.defects.push(defect);
        },
      }),
    );
    composed.then(
      (service) => {
        this.#service = service;
        this.#handle = service.app.callback();
        isReady = true;
      },
      (error: unknown) => {
        failed = error;
        isReady = true;
      },
    );
    await this.#world.until(() => isReady);
    if (failed !== undefined) throw failed;
  }

  get service(): Service {
    return this.#service as Service;
  }

  /** Sends a request; nothing comes back where the process dies before it has answered. */
  ask(asked: RequestToSend, told: (answer: Answered | undefined) => void): void {
    if (this.isDead) {
      this.#world.later(OUTSIDE, 'refused', () => told(undefined));
      return;
    }
    const lost = (): void => told(undefined);
    this.#asking.add(lost);
    this.#world.later(this, 'request', () => {
      exchange(this.#handle as never, asked, (answer) => {
        if (this.isDead) return;
        this.#world.later(OUTSIDE, `answer ${answer.status}`, () => {
          this.#asking.delete(lost);
          told(answer);
        });
      });
    });
  }

  /** Its memory is gone, what it had begun is rolled back, and whoever waits for it hears nothing. */
  kill(): void {
    this.#world.note(`kill ${this.name}`);
    this.#world.kill(this);
    this.#server.forget(this);
    for (const lost of this.#asking) lost();
    this.#asking.clear();
  }
}
