import { codesIn, person } from '@kontor/conformance';
import type { RunningService } from '../built-service.js';

/** The tokens that the portal shows on the page of a first call. */
export type Tokens = { readonly appSecretToken: string; readonly agreementGrantToken: string };

export const PASSWORD = 'correct horse battery';

/** Somebody who signs up in the portal, as people do: an agreement whose first accounting year begins on a day. */
export async function signedUp(
  { address }: Pick<RunningService, 'address'>,
  { business, email, firstYearFrom }: Readonly<Record<'business' | 'email' | 'firstYearFrom', string>>,
): Promise<Tokens> {
  const somebody = person(() => ({ port: Number(new URL(address).port), base: address }));
  const welcomed = await somebody.submit(await somebody.open('/portal/sign-up'), '/portal/sign-up', {
    business,
    currency: 'EUR',
    'first-year': firstYearFrom,
    name: 'Anna Weiß',
    email,
    password: PASSWORD,
    'password-again': PASSWORD,
  });
  if (welcomed.status !== 303) throw new Error(`nobody signed up: ${welcomed.html}`);
  const ready = await somebody.submit(await somebody.follow(welcomed), '/portal/first-call');
  const [, , appSecretToken, agreementGrantToken] = codesIn(ready);
  if (appSecretToken === undefined || agreementGrantToken === undefined)
    throw new Error(`the page shows no tokens: ${ready.html}`);
  return { appSecretToken, agreementGrantToken };
}
