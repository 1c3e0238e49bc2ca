import { readFileSync } from 'node:fs';
import { answerCheck, type AnswerCheck, type Heard } from '@kontor/conformance';
import { expect } from 'chai';

/** Compares answers with how the API is described. */
export type ValidAnswers = {
  /** How many answers were looked at. */
  readonly heard: number;
  /** What was not as described, a sentence each. */
  readonly wrong: readonly string[];
  /** Looks at one answer, from whatever client. */
  hear(heard: Heard): void;
  /** A fetch that hands on, and looks at every answer of the service. */
  readonly fetch: typeof globalThis.fetch;
  /** Fails where there was no answer, or one that is not as described. */
  expectAll(): void;
};

const DESCRIPTION = new URL('../../../../docs/api/openapi.json', import.meta.url);

/** Answers that the description leaves out: health, pages for people, the schemas themselves. */
const BESIDE =
  /^\/(-\/|portal|requestaccess|explorer|docs|llms\.txt|openapi\.json|schema\/)|\/schema\/(post|put)$/i;

/** One for all services of a run: they are described alike. */
let checkAt: ((base: string) => AnswerCheck) | undefined;

/**
 * For the service at `address`: give `fetch` to the client (or hand `real` a fetch that is to be asked in
 * turn), and end with `expectAll`. Every answer has a declared status, its media type, its headers, and a
 * body by its schema without undeclared members.
 */
export function validAnswers(
  address: string,
  real: typeof globalThis.fetch = globalThis.fetch,
): ValidAnswers {
  const base = address.replace(/\/$/, '');
  checkAt ??= answerCheck(JSON.parse(readFileSync(DESCRIPTION, 'utf8')));
  const check = checkAt(base);
  const wrong: string[] = [];
  let heard = 0;
  const hear = (one: Heard): void => {
    const path = one.url.startsWith(base) ? one.url.slice(base.length).split('?', 1)[0] : undefined;
    if (path === undefined || BESIDE.test(path)) return;
    heard += 1;
    wrong.push(...check(one));
  };
  return {
    get heard() {
      return heard;
    },
    wrong,
    hear,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method, url } = request;
      const response = await real(request);
      const { status, headers } = response;
      hear({ method, url, status, headers, text: await response.clone().text() });
      return response;
    },
    expectAll: () => {
      expect(wrong).to.deep.equal([]);
      expect(heard, 'answers').to.be.greaterThan(0);
    },
  };
}
