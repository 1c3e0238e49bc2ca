import { expect } from 'chai';
import { lazyMembers } from './lazy-members.js';

type Books = { readonly name: string; readonly asked: string[] };
type Ports = { readonly totals: { readonly of: string }; readonly numbers: () => string };

const portsOver = lazyMembers<Books, Ports>({
  totals: ({ name, asked }) => {
    asked.push('totals');
    return { of: name };
  },
  numbers:
    ({ name, asked }) =>
    () => {
      asked.push('numbers');
      return `numbers of ${name}`;
    },
});

describe('lazyMembers', () => {
  it('makes what is asked for, out of what the object is over', () => {
    const books = { name: 'these books', asked: [] };

    const { numbers } = portsOver(books);

    expect(numbers()).to.equal('numbers of these books');
    expect(books.asked).to.deep.equal(['numbers']);
  });

  it('makes a member once for each object', () => {
    const books = { name: 'these books', asked: [] };
    const ports = portsOver(books);
    const others = portsOver({ name: 'other books', asked: [] });

    const first = ports.totals;

    expect(ports.totals).to.equal(first);
    expect(others.totals).to.deep.equal({ of: 'other books' });
    expect(books.asked).to.deep.equal(['totals']);
  });
});
