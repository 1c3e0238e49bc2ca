import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import { decimal } from '@kontor/kernel';
import { sharesOf } from './matching.rules.js';
import type { OpenPost } from './open-post.resource.js';

function post(entryNumber: number, amount: string, inBase: string): OpenPost {
  const [remainder, remainderInBaseCurrency] = [decimal(amount), decimal(inBase)];
  return {
    entryNumber,
    entryType: 'customerInvoice',
    account: { accountNumber: 5710 },
    customer: { customerNumber: 1 },
    voucher: { voucherId: entryNumber },
    date: '2026-03-31',
    currency: amount === inBase ? 'EUR' : 'USD',
    amount: remainder,
    amountInBaseCurrency: remainderInBaseCurrency,
    remainder,
    remainderInBaseCurrency,
  } as OpenPost;
}

/** Whether so much of an invoice may have taken so much in base currency. */
function mayTake([amount, inBase]: readonly [string, string], taken: string, takenInBase: string): boolean {
  const group = [
    { post: post(1, amount, inBase), amountInBaseCurrency: decimal(takenInBase), property: 'posts[0]' },
    { post: post(2, `-${amount}`, `-${inBase}`), property: 'posts[1]' },
  ].map((one) => ({ ...one, amount: decimal(taken) }));
  return isRight(sharesOf(group));
}

describe('what a match that was made elsewhere has taken in base currency', () => {
  it('is the amount itself, of posts in base currency', () => {
    expect(mayTake(['100', '100'], '60', '60')).to.equal(true);
    expect(mayTake(['100', '100'], '60', '60.01')).to.equal(false);
    expect(mayTake(['100', '100'], '5', '0')).to.equal(false);
  });

  it('is its part of what is open, but for what other matches have rounded', () => {
    expect(mayTake(['100', '90'], '60', '54')).to.equal(true);
    expect(mayTake(['100', '90'], '60', '53.98')).to.equal(true);
    expect(mayTake(['100', '90'], '60', '50')).to.equal(false);
    expect(mayTake(['100', '90'], '60', '-54')).to.equal(false);
  });

  it('is all that is open with the last of the amount', () => {
    expect(mayTake(['100', '90'], '100', '90')).to.equal(true);
    expect(mayTake(['100', '90'], '100', '89.99')).to.equal(false);
  });
});
