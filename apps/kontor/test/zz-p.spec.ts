import { servedSandbox } from '/work/main/apps/kontor/test/support/served.js';
import { told } from '/work/main/apps/kontor/test/support/run-kontor.js';
it('x', async function () { this.timeout(30000);
  const url = 'sqlite:/tmp/hl/p' + Date.now() + '.sqlite';
  const s = await servedSandbox(url, { sandbox: '--years 2' });
  for (const more of [{ currency: 'EUR', amountInBaseCurrency: 90 }, { currency: 'EUR', exchangeRate: 50 }, { amountInBaseCurrency: 90 }, { currency: 'eur' }, { amount: 0, currency: 'USD', amountInBaseCurrency: 5 }, { amount: 100, currency: 'USD', amountInBaseCurrency: -5 }]) {
    try {
      const base = (more as any).amountInBaseCurrency ?? 100;
      const { body } = await s.ask(201, 'POST', '/vouchers/drafts/finance-vouchers', { date: '2026-06-06', lines: [{ account: { accountNumber: 5830 }, amount: 100, ...more }, { account: { accountNumber: 5810 }, amount: -base }] });
      console.log(JSON.stringify(more), JSON.stringify(body.lines[0]));
      await s.ask(201, 'POST', '/vouchers/booked', { voucherId: body.voucherId, date: body.date });
    } catch (e) { console.log(JSON.stringify(more), String(e).slice(0, 400)); }
  }
  await s.stop();
  console.log(await told({ DATABASE_URL: url }, 'verify --agreement ' + s.agreementNumber).catch(String));
});
