import { hash } from 'node:crypto';
import type { SqlValue } from '../statement.js';

/**
 * The chain of an agreement (docs/adr/0043): each unit of work that tells of something, or writes entries, is
 * one link, and the head of the chain is a digest of all links in the order of commits. It stands in the row
 * that numbers events, whose lock every such unit holds anyway.
 */

/** What the entries of a voucher were when they were written; no entries: they were taken out again. */
export type SealedEntries = readonly [voucherId: number, entries: number, digest: string];

/**
 * Numbers that a restore leaves out: more events than an agreement can have had between a backup and it.
 */
export const LEFT_OUT = 10_000_000;

/** SHA-256, as 43 characters. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/**
 * The head after a link, as the databases compute it too (`Dialect.addUp`); that of the first is the link.
 */
export function nextHead(head: string | undefined, link: string): string {
  return head === undefined ? link : hash('sha256', head + link);
}

/** What of an event is in its link: its number is not known before it is written, but its place is. */
export const CHAINED_OF_EVENT = [
  ...['type', 'collection', 'item_keys', 'changed', 'created', 'request_id', 'app_number', 'user_name'],
] as const;

/** What of a record is in its link. */
export const CHAINED_OF_RECORD = [
  ...['created', 'request_id', 'app_number', 'user_name', 'grant_number', 'method', 'path', 'status'],
] as const;

type Values = readonly SqlValue[];

/**
 * The digests of what a unit has told and of the record of who did it, each empty where there is none. Both
 * are kept, so that the record can still be checked when the events are pruned.
 */
export function digestsOf(events: readonly Values[], record: Values | undefined): string {
  const of = (values: unknown): string => digestOf(JSON.stringify(values));
  return `${events.length === 0 ? '' : of(events)}.${record === undefined ? '' : of(record)}`;
}

/** A link: the digests, and the entries as they are kept beside them. */
export function linkOf(digests: string, entries: string | null): string {
  return digestOf(entries === null ? digests : `${digests} ${entries}`);
}

/** The seals of a text that `sealedText` has written. Throws a `SyntaxError` for another. */
export function sealsIn(text: string): readonly SealedEntries[] {
  const seals: unknown = JSON.parse(text);
  if (Array.isArray(seals) && seals.every(isSeal)) return seals;
  throw new SyntaxError('not what is kept of entries');
}

function isSeal(value: unknown): value is SealedEntries {
  if (!Array.isArray(value) || value.length !== 3) return false;
  return typeof value[0] === 'number' && typeof value[1] === 'number' && typeof value[2] === 'string';
}

/** What is kept of entries that were written. */
export function sealedText(sealed: readonly SealedEntries[]): string | null {
  return sealed.length === 0 ? null : JSON.stringify(sealed);
}
