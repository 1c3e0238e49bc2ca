import { startService, databases } from './support/service-under-test.js';
const db = (await databases()).find((d) => d.name === (process.argv[2] ?? 'MySQL'))!;
const s = await startService(await db.fresh());
const a = await s.agreement({ modules: ['internationalLedger'] });
const ask = async (to: string, body: unknown) => { const r = await s.ask(to, { method: 'POST', body, headers: a.tokens }); if (r.status >= 300) throw new Error(r.text); return r.body; };
const inv = async () => {
  const d = await ask('/v2/invoices/drafts', { customer: { customerNumber: 1 }, lines: ['1000', '1001', '1002', '2000', 'S-100'].map((productNumber) => ({ product: { productNumber }, quantity: 2 })) });
  await ask('/v2/invoices/booked', { id: d.id });
};
const vou = async () => {
  const d = await ask('/vouchers/drafts/finance-vouchers', { date: '2026-11-20', lines: [1010, 1020, 1110, 1120, 1130].map((accountNumber, i) => ({ account: { accountNumber }, amount: i === 4 ? 40 : -10, text: 'x' })) });
  await ask('/vouchers/booked', { voucherId: d.voucherId, date: '2026-11-20' });
};
const run = async (work: () => Promise<void>, clients: number, total: number) => {
  let left = total; const t = performance.now();
  await Promise.all(Array.from({ length: clients }, async () => { while (left-- > 0) await work(); }));
  return (performance.now() - t) / total;
};
await run(inv, 1, 40); await run(vou, 1, 40);
for (let r = 0; r < 2; r++) for (const c of [1, 16]) console.log(c, 'invoice', (await run(inv, c, 150)).toFixed(2), 'voucher', (await run(vou, c, 150)).toFixed(2), 'ms each');
await s.stop(); process.exit(0);
