import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { readText } from '../src/tree.js';

/** The set as its module has it, whose types are those of its CommonJS. */
const OWASP = owasp as unknown as { readonly rules: Readonly<Record<string, object>> };

/** A rule of OWASP's set that does not hold somewhere, where that is, and why. */
type Exception = { readonly rule: string; readonly where: RegExp; readonly why: string };

/** What is told to everybody: home, the error codes, the descriptions. */
const OPEN = '(|api-resources|api-resources/{name}|errors|errors/{errorCode}|openapi.json)';
const FILE = 'content/(?!application/json/).*/schema';
const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'owasp:api1:2023-no-numeric-ids',
    where: /\{(voucherId|id)\}/,
    why: 'Documents are numbered for people, and each agreement has numbers of its own: who guesses one still needs a grant, and sees nothing of others.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    where: new RegExp(`^paths//${OPEN}/get/security`),
    why: 'They say how the service is asked, are the same for everybody, and hold nothing of anybody.',
  },
  {
    rule: 'owasp:api8:2023-define-error-responses-401',
    where: new RegExp(`^paths//${OPEN}/get/responses`),
    why: 'They take no credentials, so none can be wrong.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit-responses-429',
    where: new RegExp(`^paths//${OPEN}/get/responses`),
    why: 'The rate is that of a grant, and nobody needs one here. They are answered from memory, and a process answers a bounded number at once.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    where: new RegExp(`^paths//${OPEN}/get/responses/`),
    why: 'The same: where there is no grant, there is no rate to tell.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    where: /responses\/401\/headers$/,
    why: 'Who could not be told from anybody else has no grant. How often somebody may try is bounded by address.',
  },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    where: /./,
    why: 'The tokens belong to servers: pages of other origins are let in only where CORS_ORIGINS names them, which is off.',
  },
  {
    rule: 'owasp:api4:2023-string-restricted',
    where: /./,
    why: 'Names, texts and notes are what people write, in every script. Their length is bounded, and what has a form says it.',
  },
  {
    rule: 'owasp:api4:2023-string-limit',
    where: new RegExp(FILE),
    why: 'A file is no text of JSON. How many bytes are taken stands among the limits; what is sent is streamed.',
  },
  {
    rule: 'owasp:api4:2023-array-limit',
    where: /responses\/200\/.*\/properties\/(rows|exports)$/,
    why: 'A statement has a line for each account, customer or supplier that has something: only the service makes it.',
  },
  {
    rule: 'owasp:api4:2023-array-limit',
    where: /client-grants\/post\/responses\/201|schemas\/Error\/properties\/errors$/,
    why: 'One for each thing that was sent, and what may be sent is bounded.',
  },
];

/** The rules that validate each example: it takes 20 s, and Redocly does it in lint.spec.ts as well. */
const OF_EXAMPLES = { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' } as const;

describe('docs/api/openapi.json, looked at by Spectral', function () {
  this.timeout(180_000);

  it('is as spectral:oas wants it', async () => {
    const rules = process.env['WHOLE_CHECK'] === '1' ? {} : OF_EXAMPLES;

    const found = await foundBy({ extends: [[oas as RulesetDefinition, 'recommended']], rules }, described());

    expect(found).to.deep.equal([]);
  });

  describe('is as OWASP wants it', () => {
    let found: readonly string[];
    before(async () => {
      // Each schema once, where it is written: followed through all references it would be thousands.
      const rules = Object.fromEntries(
        Object.entries(OWASP.rules).map(([name, rule]) => [name, { ...rule, resolved: false }]),
      );
      found = await foundBy({ ...OWASP, rules } as RulesetDefinition, withAnswersInPlace());
    });

    it('but for what we have a reason for', () => {
      expect(found.filter((one) => !EXCEPTIONS.some((exception) => covers(exception, one)))).to.deep.equal(
        [],
      );
    });

    it('and no exception has outlived what it was for', () => {
      for (const exception of EXCEPTIONS)
        expect(
          found.some((one) => covers(exception, one)),
          `${exception.rule}: ${exception.why}`,
        ).to.equal(true);
    });
  });
});

function covers({ rule, where }: Exception, found: string): boolean {
  return found.startsWith(`${rule} `) && where.test(found.slice(rule.length + 1));
}

/** What a set of rules finds, each as its name and its place. */
async function foundBy(rules: RulesetDefinition, description: Described): Promise<readonly string[]> {
  const spectral = new Spectral();
  spectral.setRuleset(rules);
  const found = await spectral.run(description);
  return found.map(({ code, path }) => `${code} ${path.join('/')}`);
}

type Answers = Record<string, { readonly $ref?: string }>;
type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Answers }>>>>;
  readonly components: { readonly responses: Answers };
};

function described(): Described {
  return JSON.parse(readText('docs/api/openapi.json')) as Described;
}

/** The description with the answers in their operations, where the rules about headers look for them. */
function withAnswersInPlace(): Described {
  const description = described();
  for (const methods of Object.values(description.paths))
    for (const { responses } of Object.values(methods))
      for (const [status, { $ref }] of Object.entries(responses)) {
        const named =
          $ref === undefined ? undefined : description.components.responses[$ref.split('/').at(-1) ?? ''];
        if (named !== undefined) responses[status] = named;
      }
  return description;
}
