import { hash } from 'node:crypto';

/** SHA-256 as the databases write it: 64 characters. */
export function sha256(text: string): string {
  return hash('sha256', text);
}
