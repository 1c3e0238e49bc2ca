import { fileURLToPath } from 'node:url';

/** A file of this repository. */
export function repository(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
