import { readFileSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { watchInvention, type InventionWatch } from './no-invention.js';
import type { Recorded } from './record-fetch.js';
import { validAnswers } from './valid-answers.js';

/** Everything that a client asks and is answered. */
export type Observed = {
  /** For the options of `connect`. */
  readonly fetch: InventionWatch['fetch'];
  /**
   * Looks at what a program recorded in a file, as if it had been asked
   * through `fetch`, and removes the file.
   */
  replay(file: string): Promise<void>;
  /** Fails where an address was made up, or an answer was not as the API is described. */
  expectGood(): void;
};

/** Observes a client of the service at an address. */
export function observed(address: string): Observed {
  let recorded: Recorded | undefined;
  const answers = validAnswers(address, async (input, init) =>
    recorded === undefined ? fetch(input, init) : answerOf(recorded),
  );
  const watch = watchInvention(address, answers.fetch);
  return {
    fetch: watch.fetch,
    replay: async (file) => {
      for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
        recorded = JSON.parse(line) as Recorded;
        await watch.fetch(new Request(recorded.url, { method: recorded.method }));
      }
      recorded = undefined;
      rmSync(file);
    },
    expectGood: () => {
      answers.expectAll();
      expect(watch.invented).to.deep.equal([]);
    },
  };
}

function answerOf({ status, headers, text }: Recorded): Response {
  return new Response(text === '' ? null : text, { status, headers: headers.map(([...pair]) => pair) });
}
