import type { Import } from './generated/index.js';
import type { Reading } from './reading.js';
import type { Options } from './wire.js';

/** How an import is waited for. */
export type ImportWaiting = Options & {
  /** Is told how far it is, each time that it was asked, twice a second. */
  readonly onProgress?: ((now: Import) => void) | undefined;
};

/**
 * An import when it is over: finished, failed or cancelled, with what was `refused` of it. The signal ends
 * the waiting, and not the import: that is `perform(import.metaData.cancel)`.
 */
export async function importEnded(
  api: Pick<Reading, 'follow'>,
  begun: Import,
  options?: ImportWaiting,
): Promise<Import> {
  let now = begun;
  while (now.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 500));
    now = await api.follow(now.self, options);
    options?.onProgress?.(now);
  }
  return now;
}
