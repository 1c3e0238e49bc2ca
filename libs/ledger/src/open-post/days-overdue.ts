import { type FullDate, ZERO } from '@kontor/kernel';
import type { OpenPost } from './open-post.resource.js';

const DAY_MS = 86_400_000;

/** The days since a post was due; nothing of one that is settled, is not due yet, or is due on no day. */
export function daysOverdueOn(
  today: FullDate,
  { dueDate, remainder }: Pick<OpenPost, 'dueDate' | 'remainder'>,
): number | undefined {
  if (dueDate === undefined || dueDate >= today || remainder === ZERO) return undefined;
  return Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS);
}
