import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the cluster is made of, and the Debian package each thing is in. */
const NEEDED: readonly (readonly [string, string])[] = [
  ['mariadbd', 'mariadb-server'],
  ['mariadb-install-db', 'mariadb-server'],
  ['mariadb', 'mariadb-client'],
  ['rsync', 'rsync'],
  ['haproxy', 'haproxy'],
  ['/usr/lib/galera/libgalera_smm.so', 'galera-4'],
];

/** The path by which programs are found: those of Debian's servers are outside an ordinary user's. */
export const SEARCH_PATH = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'].join(
  delimiter,
);

/** The packages that are not installed. */
export function missingPackages(): readonly string[] {
  const missing = NEEDED.filter(([what]) => !isThere(what)).map(([, from]) => from);
  return [...new Set(missing)];
}

function isThere(what: string): boolean {
  const places = what.startsWith('/')
    ? [what]
    : SEARCH_PATH.split(delimiter).map((folder) => join(folder, what));
  return places.some((place) => {
    try {
      accessSync(place, constants.R_OK);
      return true;
    } catch {
      return false;
    }
  });
}
