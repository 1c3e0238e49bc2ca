import { expect } from 'chai';
import { withParameters, type ParameterLink } from '../src/index.js';

type Dates = { readonly fromDate?: string | undefined; readonly toDate?: string | undefined };
const statement = (query = '') =>
  `http://x/statements/vat${query}` as unknown as ParameterLink<unknown, Dates>;

describe('a link with parameters', () => {
  it('names them in its query', () => {
    expect(withParameters(statement(), { fromDate: '2025-01-01', toDate: '2025-03-31' })).to.equal(
      'http://x/statements/vat?fromDate=2025-01-01&toDate=2025-03-31',
    );
  });

  it('keeps what it had, but for what is named again or left out', () => {
    const demo = statement('?demo=true&fromDate=2024-01-01&toDate=2024-12-31');
    expect(withParameters(demo, { fromDate: '2025-01-01', toDate: undefined })).to.equal(
      'http://x/statements/vat?demo=true&fromDate=2025-01-01',
    );
  });
});
