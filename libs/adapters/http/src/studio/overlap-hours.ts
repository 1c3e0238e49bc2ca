import { defaulted, integer } from '@kontor/kernel';

/** As long as it takes to bring a secret to every machine, when nothing else is asked for. */
const OVERLAP_HOURS = 24;
/** 30 days. */
const OVERLAP_HOURS_MAX = 720;

/** For so many hours a secret is still good when another has taken its place. */
export const overlapHours = defaulted(integer({ min: 0, max: OVERLAP_HOURS_MAX }), OVERLAP_HOURS);
