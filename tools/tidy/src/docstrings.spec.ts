import { expect } from 'chai';
import { exportedBy, repeatsTheName } from './docstrings.js';
import { pathsBelow, read } from './tree.js';

/** Libraries that others build on. Pages, papers and commands say in their own texts what they are. */
const PLACES = [
  ...['kernel', 'ledger', 'sales', 'products', 'studio', 'app-settings'],
  ...['adapters/http', 'adapters/sql', 'adapters/webhooks'],
].map((folder) => `libs/${folder}/src`);

/** Migrations say above them why they were made; data and fixtures are lists. */
const isOfOthers = (path: string) => /\.(spec|data|fixture)\.ts$|\/index\.ts$|\/migrations\/\d/.test(path);

describe('the docstrings of libraries', () => {
  it('are on every function, type and constant that a file lets out, and say more than its name', () => {
    const exported = pathsBelow(...PLACES)
      .filter((path) => path.endsWith('.ts') && !isOfOthers(path))
      .map(read)
      .flatMap(exportedBy);

    expect(exported).to.have.length.greaterThan(1_500);
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
