import { defined, type Cents, type FullDate, fullDateOf } from '@kontor/kernel';

/**
 * How long what is open is overdue (decisions, "Statements"), and the days with which each begins and ends.
 */
export const AGES = [
  { name: 'notDue', from: undefined, to: 0 },
  { name: 'days1To30', from: 1, to: 30 },
  { name: 'days31To60', from: 31, to: 60 },
  { name: 'days61To90', from: 61, to: 90 },
  { name: 'over90', from: 91, to: undefined },
] as const;
/** A column of aged lists, by how many days a post is overdue. */
export type Age = (typeof AGES)[number]['name'];

/** What is open of one customer or supplier in base currency, by how long it is overdue. */
export type Aged = Readonly<Record<Age, Cents>>;

/** What a sum of posts begins with: none of any age. */
export const NOTHING_OPEN: Aged = { notDue: 0n, days1To30: 0n, days31To60: 0n, days61To90: 0n, over90: 0n };

/** Due dates from one to another, both included; without one of them, all before or after. */
export type DueBetween = { readonly from?: FullDate; readonly to?: FullDate };

/** The due dates that are so long overdue on a date; what is due on no day is not due. */
export function dueDatesOf(age: Age, date: FullDate): DueBetween {
  const { from, to } = defined(AGES.find(({ name }) => name === age));
  return {
    ...(to !== undefined && { from: daysBefore(date, to) }),
    ...(from !== undefined && { to: daysBefore(date, from) }),
  };
}

const DAY_MS = 86_400_000;

function daysBefore(date: FullDate, days: number): FullDate {
  const at = Date.parse(`${date}T00:00:00Z`) - days * DAY_MS;
  return fullDateOf(new Date(at));
}
