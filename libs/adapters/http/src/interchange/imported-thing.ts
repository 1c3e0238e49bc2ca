import type { AnyValue } from '@kontor/kernel';
import type { SieThing } from '@kontor/ledger';
import { LINE } from './json-lines.js';

/** What a line of a file is to make: the name of a resource and its body. */
export type ImportedThing = {
  readonly line: number;
  readonly name: string;
  readonly body: AnyValue;
  /** What is there stays as it is, of any type or of this one. */
  readonly ifMissing?: IfMissing;
  /** A voucher that is known by what it was called. */
  readonly isKnownByName?: true;
  /** A voucher whose number is of another program. */
  readonly calledElsewhere?: string;
  /** Where each of its entries stands, if not on its own line. */
  readonly linesOfEntries?: readonly number[];
};

/** When a line that tells of what is there leaves it as it is. */
export type IfMissing = Extract<SieThing, { readonly name: string }>['ifMissing'];

/** What names documents, which a dry run books nowhere, so that it does not look at what is named. */
export function namesDocuments(name: string): boolean {
  return name === LINE.link || name === LINE.match || name === LINE.settlement;
}

/** A line that is a booked document. */
export function isDocument(name: string): boolean {
  return name === LINE.voucher || name === LINE.openingBalance;
}
