import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { Importer } from './importer.js';

/** An import of so many pieces. */
type Pieces = { readonly agreementNumber: number; readonly importNumber: number; left: number };

const OTHER: Pieces = { agreementNumber: 2, importNumber: 3, left: 1 };

/**
 * Works on imports until nothing more can be done; gives which were at work, piece by piece. `comingMs`: what
 * one takes at its turn to come to where it was.
 */
async function workedOn(
  imports: readonly Pieces[],
  {
    cannot = [],
    turnMs = -1,
    comingMs = 0,
  }: { readonly cannot?: readonly number[]; readonly turnMs?: number; readonly comingMs?: number } = {},
): Promise<readonly string[]> {
  const worked: string[] = [];
  let looks = 0;
  const importer = new Importer(
    {
      unfinished: async () => {
        looks += 1;
        return imports.filter(({ left }) => left > 0).map((one) => ({ ...one, bytes: 1 }));
      },
      run: async ({ agreementNumber, importNumber }, { isOthersTurn }) => {
        if (cannot.includes(importNumber)) throw new Error('busy');
        const own = imports.find((one) => one.importNumber === importNumber) as Pieces;
        await new Promise((resolve) => setTimeout(resolve, comingMs));
        do {
          own.left -= 1;
          worked.push(`${agreementNumber}/${importNumber}`);
          await setImmediate();
        } while (own.left > 0 && !(await isOthersTurn()));
      },
      failed: () => undefined,
    },
    { turnMs },
  );
  importer.wake();
  for (let seen = -1; seen !== looks || looks === 0;) {
    seen = looks;
    await new Promise((resolve) => setTimeout(resolve, 60 + 3 * comingMs));
  }
  await importer.close();
  return worked;
}

describe('imports of several agreements', () => {
  it('go on by turns, however many one of them has', async () => {
    const worked = await workedOn([
      { agreementNumber: 1, importNumber: 1, left: 3 },
      { agreementNumber: 1, importNumber: 2, left: 3 },
      { agreementNumber: 2, importNumber: 3, left: 2 },
    ]);

    expect(worked).to.deep.equal(['1/1', '2/3', '1/1', '2/3', '1/1', '1/2', '1/2', '1/2']);
  });

  it('have a whole turn from where they come to it, however long it takes a large file to be there', async () => {
    const imports = [
      { agreementNumber: 1, importNumber: 1, left: 3 },
      { agreementNumber: 2, importNumber: 2, left: 3 },
    ];
    const worked = await workedOn(imports, { turnMs: 150, comingMs: 200 });

    expect(worked).to.deep.equal(['1/1', '1/1', '1/1', '2/2', '2/2', '2/2']);
  });

  it('are worked on one after the other where one agreement alone has some', async () => {
    const worked = await workedOn([
      { agreementNumber: 1, importNumber: 1, left: 2 },
      { agreementNumber: 1, importNumber: 2, left: 1 },
    ]);

    expect(worked).to.deep.equal(['1/1', '1/1', '1/2']);
  });

  it('do not wait for one that cannot go on, which is not asked again and again', async () => {
    const imports = [
      { agreementNumber: 1, importNumber: 1, left: 1 },
      { agreementNumber: 2, importNumber: 2, left: 2 },
    ];

    expect(await workedOn(imports, { cannot: [1] })).to.deep.equal(['2/2', '2/2']);
  });

  it('are told that others wait only while others do, however often it is looked', async () => {
    const told: boolean[] = [];
    let others: readonly Pieces[] = [];
    const importer = new Importer(
      {
        // Whoever works on one holds it, so it is not among these.
        unfinished: async () =>
          (told.length === 0 && others.length === 0
            ? [{ agreementNumber: 1, importNumber: 1, left: 1 }]
            : others
          ).map((one) => ({ ...one, bytes: 1 })),
        run: async ({ agreementNumber }, { isOthersTurn }) => {
          if (agreementNumber !== 1) return void (others = []);
          for (const begun of [[], [{ agreementNumber: 1, importNumber: 2, left: 1 }], [OTHER]]) {
            others = begun;
            importer.wake();
            await new Promise((resolve) => setTimeout(resolve, 60));
            told.push(await isOthersTurn());
          }
        },
        failed: () => undefined,
      },
      { turnMs: -1 },
    );
    importer.wake();
    while (told.length < 3 || others.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await importer.close();

    expect(told).to.deep.equal([false, false, true]);
  });
});
