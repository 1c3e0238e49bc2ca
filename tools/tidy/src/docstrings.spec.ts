import { expect } from 'chai';
import { exportedBy, repeatsTheName } from './docstrings.js';
import { pathsBelow, read } from './tree.js';

/** Migrations say above them why they were made; data, fixtures and the texts of pages are lists. */
const isOfOthers = (path: string) =>
  /\.(spec|data|fixture)\.ts$|\/index\.ts$|\/migrations\/\d|\/generated\/|\/text\/.*\b[a-z]{2}-[a-z]{2}\.ts$/.test(
    path,
  );

describe('docstrings', () => {
  it('are on every function, type and constant that a file lets out, and say more than its name', () => {
    const exported = pathsBelow('apps', 'libs', 'tools')
      .filter((path) => /\/src\/.*\.ts$/.test(path) && !isOfOthers(path))
      .map(read)
      .flatMap(exportedBy);

    expect(exported).to.have.length.greaterThan(2_000);
    expect(exported.filter(repeatsTheName).map(({ at }) => at)).to.deep.equal([]);
  });

  it('would be missed', () => {
    const text = `
      export const alone = 1;
      /** The year of a date. */ export function yearOfDate() {}
      /** Days of the calendar. */ export type Days = string;
      export type Day = string;
      /** What a day is. */ export const Day = 1;
      /** When it begins. */ export const Day2 = 1, Day3 = 2;
      const inner = 1;`;

    const missed = exportedBy({ path: 'a.ts', text }).filter(repeatsTheName);

    expect(missed.map(({ name }) => name)).to.deep.equal(['alone', 'yearOfDate', 'Day']);
  });
});
