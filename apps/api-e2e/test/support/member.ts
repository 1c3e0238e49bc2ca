import { codesIn, insistently, person, type Person } from '@kontor/conformance';
import type { RunningService } from '../built-service.js';

/** The tokens that an app needs. */
export type Tokens = { readonly appSecretToken: string; readonly agreementGrantToken: string };

type SignUp = Readonly<Record<'business' | 'email' | 'firstYearFrom', string>>;

const PASSWORD = 'correct horse battery';

/**
 * Somebody with a browser, who was never here before, at the address of a
 * service or of an app on this machine.
 */
export function strangerAt(address: string): Person {
  return person(() => ({ port: Number(new URL(address).port), base: address }));
}

/**
 * Somebody who signed up in the portal, as people do: an agreement whose
 * first accounting year begins on a day.
 */
export async function memberOf(
  { address }: Pick<RunningService, 'address'>,
  { business, email, firstYearFrom }: SignUp,
): Promise<Person> {
  const somebody = strangerAt(address);
  // The page of a service that is busy with other specs says to try again.
  const welcomed = await insistently(
    async () =>
      somebody.submit(await somebody.open('/portal/sign-up'), '/portal/sign-up', {
        business,
        currency: 'EUR',
        'first-year': firstYearFrom,
        name: 'Anna Weiß',
        email,
        password: PASSWORD,
        'password-again': PASSWORD,
      }),
    ({ status }) => status === 503,
  );
  if (welcomed.status !== 303) throw new Error(`nobody signed up: ${welcomed.html}`);
  return somebody;
}

/** The tokens that the portal makes a member for a first call. */
export async function firstTokensOf(member: Person): Promise<Tokens> {
  const ready = await member.send(await member.open('/portal/first-call'), '/portal/first-call');
  const [, , appSecretToken, agreementGrantToken] = codesIn(ready);
  if (appSecretToken === undefined || agreementGrantToken === undefined)
    throw new Error(`the page shows no tokens: ${ready.html}`);
  return { appSecretToken, agreementGrantToken };
}
