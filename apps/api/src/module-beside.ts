import { extname } from 'node:path';

/**
 * Where a module of this folder is, named without its ending: `.js` where it is built, `.ts` where it runs
 * from source.
 */
export function moduleBeside(name: string): URL {
  return new URL(`./${name}${extname(new URL(import.meta.url).pathname)}`, import.meta.url);
}
