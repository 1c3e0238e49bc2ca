import { createHash } from 'node:crypto';
import { left } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import mysql from 'mysql2/promise';
import type { ServiceUnderTest, TestAgreement } from './service-under-test.js';

/**
 * Another process that has begun work under an idempotency key, and gives it up after a while. Resolves when
 * the key is held. `done` when it is free again.
 */
export async function heldKey(
  service: ServiceUnderTest,
  agreement: TestAgreement,
  { key, forMs }: { readonly key: string; readonly forMs: number },
): Promise<{ readonly done: Promise<unknown> }> {
  return service.databaseUrl.startsWith('mysql:')
    ? heldRow(service.databaseUrl, agreement, key, forMs)
    : heldFile(service, agreement, key, forMs);
}

/** Keys are a person's; grants of tests are those of one. */
function keyOfTester(key: string): string {
  return `tester\n${key}`;
}

async function heldRow(
  url: string,
  { agreementNumber, appNumber }: TestAgreement,
  key: string,
  forMs: number,
): Promise<{ readonly done: Promise<unknown> }> {
  const connection = await mysql.createConnection(url);
  await connection.query('START TRANSACTION');
  await connection.query('INSERT INTO `idempotency_key` SET ?', {
    agreement_number: agreementNumber,
    app_number: appNumber,
    key_hash: createHash('sha256').update(keyOfTester(key)).digest('base64url'),
    fingerprint: 'of another process',
    status: 0,
    created: '2026-01-01T00:00:00Z',
  });
  const done = new Promise((go) => setTimeout(go, forMs))
    .then(() => connection.query('ROLLBACK'))
    .then(() => connection.end());
  return { done };
}

/** An embedded database has one writer: whoever writes holds everything. */
async function heldFile(
  service: ServiceUnderTest,
  { agreementNumber, appNumber }: TestAgreement,
  key: string,
  forMs: number,
): Promise<{ readonly done: Promise<unknown> }> {
  const replica = await service.replica();
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const work = replica.service.database.unitOfWork.inTransaction(
    agreementNumber,
    (books): TaskEither<'given up', void> =>
      async () => {
        await books.idempotency.claim(appNumber, keyOfTester(key), 'of another process');
        begun();
        await new Promise((go) => setTimeout(go, forMs));
        return left('given up');
      },
  );
  const done = work().then(() => replica.stop());
  await hasBegun;
  return { done };
}
