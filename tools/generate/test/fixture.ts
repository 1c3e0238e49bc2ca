import type { Endpoint, ReadEndpoint, WriteEndpoint } from '@kontor/http';
import {
  amount,
  assignedKey,
  boolean,
  code,
  computed,
  derived,
  described,
  fullDate,
  generatedKey,
  group,
  internal,
  itemNumber,
  key,
  line,
  listOf,
  needing,
  oneOf,
  percentage,
  readOnly,
  reference,
  required,
  resource,
  text,
  timestamp,
  type AnyResource,
} from '@kontor/kernel';
import type { Source } from '../src/source.js';

/** A small library with a field of every kind. */
export const Shelf = resource('shelves', 'shelf', {
  fields: { shelfNumber: assignedKey(itemNumber()), name: required(line({ min: 1, max: 20 })) },
  relations: { books: { to: 'books', by: 'shelf.shelfNumber' } },
  links: { newest: { to: 'books' }, loans: { to: 'loans', needs: 'projects' } },
  filterable: ['name'],
  operations: ['list', 'get'],
});

export const Book = resource('books', 'ISBN book', {
  fields: {
    isbn: key(line({ min: 10, max: 13 })),
    title: required(described(text({ min: 1, max: 200 }), "the author's own; never */")),
    price: amount(),
    discount: percentage(),
    genre: oneOf(['novel', 'poetry']),
    language: derived(code(2)),
    lent: boolean(),
    bought: required(fullDate()),
    shelf: required(
      reference('shelves', 'shelfNumber', itemNumber(), {
        projection: { name: line({ max: 20 }), full: boolean() },
        lookup: { floor: oneOf(['ground', 'upper']) },
      }),
    ),
    shop: reference('shops', 'shopNumber', itemNumber()),
    size: group({ pages: required(itemNumber()), weight: readOnly(amount()) }),
    tags: listOf(line({ max: 10 }), { max: 3 }),
    stock: needing('inventory', itemNumber()),
    lastLent: computed(timestamp()),
    row: internal(itemNumber()),
  },
  filterable: ['isbn', 'price', 'shelf.floor', 'shelf.shelfNumber', 'shop', 'tags', 'title'],
  sortable: ['isbn', 'title'],
  defaultSort: ['-title', 'isbn'],
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});

export const Copy = resource('copies', 'copy', {
  within: Book,
  fields: { copyNumber: generatedKey(itemNumber()), state: line({ max: 20 }) },
  operations: ['list', 'create'],
});

const isbn = { isbn: { type: 'string', min: 10, max: 13, line: true } } as const;
const shelfNumber = { shelfNumber: { type: 'integer', min: 1, max: 999999999 } } as const;
const perform = () => {
  throw new Error('nothing is performed here');
};
const read = (path: string, summary: string, row: Partial<ReadEndpoint>): ReadEndpoint => ({
  method: 'GET',
  path,
  summary,
  stability: 'stable',
  access: ['Sales'],
  parameters: {},
  ...row,
  perform,
});
const write = (
  method: WriteEndpoint['method'],
  path: string,
  summary: string,
  row: Partial<WriteEndpoint>,
): WriteEndpoint => ({ ...read(path, summary, {}), ...row, method, perform });
const as = (resource: AnyResource, what: 'collection' | 'item' | 'other') => ({
  resource,
  as: what,
});
const current = async () => undefined;

const endpoints: readonly Endpoint[] = [
  read('/', 'Home.', { access: 'open' }),
  read('/shelves', 'List the shelves.', {
    access: 'anyRole',
    serves: as(Shelf, 'collection'),
    lists: Shelf,
  }),
  read('/shelves/:shelfNumber', 'Read one shelf.', {
    access: 'anyRole',
    serves: as(Shelf, 'item'),
    parameters: shelfNumber,
  }),
  read('/shelves/:shelfNumber/books', 'List the books of one shelf.', {
    serves: as(Book, 'other'),
    lists: Book,
    parameters: shelfNumber,
  }),
  read('/shelves/:shelfNumber/newest', 'Read the newest book of one shelf.', {
    serves: as(Book, 'item'),
    parameters: shelfNumber,
  }),
  read('/books', 'List the books.', {
    serves: as(Book, 'collection'),
    lists: Book,
    subCollections: { novels: '/books/novels' },
  }),
  read('/books/:isbn', 'Read one book.', { serves: as(Book, 'item'), parameters: isbn }),
  write('POST', '/books', 'Create a book.', {
    serves: as(Book, 'collection'),
    body: { fields: Book.fields },
  }),
  write('PUT', '/books/:isbn', 'Replace or create a book.', {
    serves: as(Book, 'item'),
    parameters: isbn,
    body: {
      fields: { ...Book.fields, bought: { ...Book.fields.bought, use: 'optional' } },
      keyInUrl: { field: 'isbn', urlWins: false },
    },
    current,
  }),
  write('DELETE', '/books/:isbn', 'Remove a book.', {
    serves: as(Book, 'item'),
    parameters: isbn,
    current,
  }),
  read('/books/:isbn/copies', 'List the copies.', {
    stability: 'experimental',
    serves: as(Copy, 'collection'),
    lists: Copy,
    parameters: isbn,
  }),
  write('POST', '/books/:isbn/copies', 'Create copies.', {
    stability: 'experimental',
    serves: as(Copy, 'collection'),
    body: { fields: Copy.fields, orListOf: true },
    parameters: isbn,
  }),
  read('/books/at-night', 'Where the books are at night.', {
    gives: { object: { shelf: { linkTo: Shelf } }, hasSelf: true },
  }),
  read('/old-books/:isbn', 'Read one book: use /books.', {
    stability: 'deprecated',
    serves: as(Book, 'other'),
    parameters: isbn,
    gives: { item: { ...Book, fields: { ...Book.fields, signature: readOnly(line({ max: 9 })) } } },
  }),
  read('/clients', 'List the clients.', { stability: 'deprecated', access: 'studio' }),
  write('POST', '/loans/closing', 'Close the loans.', {
    body: { fields: { date: required(fullDate()) } },
    action: { name: 'close', says: 'Close the loans.', shownBy: [{ resource: Shelf, as: 'item' }] },
  }),
  write('POST', '/books/lent', 'Lend a book, or several.', {
    serves: as(Book, 'other'),
    body: { fields: { isbn: required(line({ max: 13 })) }, orListOf: true },
    gives: { item: Book },
    action: {
      name: 'lend',
      says: 'Lend a book.',
      shownBy: [
        { resource: Book, as: 'collection' },
        { resource: Shelf, as: 'item' },
      ],
      flag: 'trial',
      gives: { item: Book, without: ['self'] },
    },
  }),
  write('DELETE', '/books/lent', 'Take them all back.', {
    serves: as(Book, 'other'),
    action: { name: 'takeBack', says: 'Take all back.', shownBy: [{ resource: Book, as: 'collection' }] },
  }),
  write('POST', '/books/found', 'Find books.', {
    serves: as(Book, 'other'),
    body: { fields: { title: line({ max: 20 }) }, orListOf: true },
    gives: {
      listOf: {
        object: { book: { item: Book }, shelf: { linkTo: Shelf }, place: line({ max: 9 }) },
        hasSelf: true,
      },
    },
    action: { name: 'find', says: 'Find books.', shownBy: [{ resource: Book, as: 'collection' }] },
  }),
  read('/books/:isbn/cover', 'The cover of a book.', {
    serves: as(Book, 'other'),
    parameters: isbn,
    answers: ['image/png'],
  }),
  read('/books/novels', 'List the novels.', {
    serves: as(Book, 'other'),
    lists: { ...Book, filterable: ['price', 'title'], sortable: [] },
  }),
  read('/books/newest', 'Read the newest book.', { serves: as(Book, 'other'), gives: { item: Book } }),
];

export const library: Source = {
  about: { apiName: 'Library', company: 'Town', version: '1.2.3', gettingStarted: '' },
  contexts: [
    {
      name: 'shelving',
      resources: [Shelf],
      endpoints: endpoints.filter(({ path }) => path.startsWith('/shelves')),
    },
    {
      name: 'reading',
      resources: [Book, Copy],
      endpoints: endpoints.filter(({ path }) => path.startsWith('/books')),
    },
  ],
  endpoints,
  home: {
    stable: {
      shelves: '/shelves',
      shelf: '/shelves/{shelfNumber}',
      'shelves-books': '/shelves/{shelfNumber}/books',
      books: '/books',
      'isbn-book': '/books/{isbn}',
      'books-cover': '/books/{isbn}/cover',
      'books-newest': '/books/newest',
      'books-at-night': '/books/at-night',
    },
    experimental: { copies: '/books/{isbn}/copies' },
    deprecated: { clients: '/clients', 'old-book': '/old-books/{isbn}' },
  },
};

export const records = [
  { name: '0002-close-loans.md', text: '# ADR 2: Close loans | at night\n\n**Status:** proposed.\n' },
  { name: '0001-lend-books.md', text: '# 0001 – Lend books\n\n## Status\n\nSuperseded by 2\n\n## Context\n' },
  { name: '0003-no-heading.md', text: 'Status: accepted, 2026-11-20\n' },
  { name: '0004-no-status.md', text: '# A decision without a status\n' },
  { name: 'README.md', text: '# Decisions\n' },
];
