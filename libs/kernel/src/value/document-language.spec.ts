import { expect } from 'chai';
import type { FullDate } from './full-date.js';
import { countryCodeOf, writtenDate, documentLanguageOf, DOCUMENT_LANGUAGES } from './document-language.js';

describe('the country of who reads a document', () => {
  it('is known by its code and by its name in each language of documents', () => {
    const written = ['Germany', 'Deutschland', 'Alemania', 'Germania', ' de ', 'France', 'UK', 'Danmark'];

    expect(written.map(countryCodeOf)).to.deep.equal(['DE', 'DE', 'DE', 'DE', 'DE', 'FR', 'GB', undefined]);
    expect([undefined, '', 'EU', 'ZZ', '__proto__'].map(countryCodeOf)).to.deep.equal(
      Array(5).fill(undefined),
    );
  });

  it('says in which language, and in English where it is none of ours', () => {
    const written = ['Österreich', 'México', 'San Marino', 'Denmark', 'nowhere', undefined];

    expect(written.map(documentLanguageOf)).to.deep.equal(['de', 'es', 'it', 'en', 'en', 'en']);
  });

  it('says how dates are written', () => {
    const written = DOCUMENT_LANGUAGES.map((language) => writtenDate(language, '2026-03-31' as FullDate));

    expect(written).to.deep.equal(['2026-03-31', '31.03.2026', '31/03/2026', '31/03/2026']);
  });
});
