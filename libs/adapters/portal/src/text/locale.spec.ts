import { expect } from 'chai';
import { localeOf } from './locale.js';

describe('the language of a page (D70)', () => {
  it('is the one that the address asks for', () => {
    expect(localeOf('de-DE', 'it')).to.equal('de-DE');
    expect(localeOf('ES-es', undefined)).to.equal('es-ES');
  });

  it('is else the one that the browser likes best among ours', () => {
    expect(localeOf(undefined, 'da, it-CH;q=0.8, de;q=0.9')).to.equal('de-DE');
    expect(localeOf('xx-XX', 'es-MX')).to.equal('es-ES');
    expect(localeOf(undefined, 'de;q=0, it;q=0.1')).to.equal('it-IT');
  });

  it('is else English', () => {
    expect(localeOf(undefined, undefined)).to.equal('en-GB');
    expect(localeOf(undefined, 'fr, *;q=0.5')).to.equal('en-GB');
    expect(localeOf(undefined, ';;,,q=')).to.equal('en-GB');
  });
});
