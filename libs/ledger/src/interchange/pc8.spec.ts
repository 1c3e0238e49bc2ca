import { expect } from 'chai';
import { fromPc8, toPc8 } from './pc8.js';

describe('code page 437', () => {
  it('has a byte for each of its characters', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);

    expect(toPc8(fromPc8(all))).to.deep.equal(all);
  });

  it('has a question mark for each other character, of one unit or two, and composes what can be', () => {
    expect(fromPc8(toPc8('Ko\u0308pt för 5 € 🧾 på Åland'))).to.equal('Köpt för 5 ? ? på Åland');
  });
});
