import type { Agreement } from '@kontor/studio';

/** What holds of an agreement, as people read it. */
export function agreementState({ blocked, forDeletion }: Pick<Agreement, 'blocked' | 'forDeletion'>): string {
  if (forDeletion) return blocked ? 'blocked, for deletion' : 'for deletion';
  return blocked ? 'blocked' : 'open';
}

/** What a person is told who names one that is not there, and what to do. */
export const noSuchAgreement = (agreementNumber: number): string =>
  `there is no agreement ${agreementNumber}; kontor agreement list shows them all.`;
