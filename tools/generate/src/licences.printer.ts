import { byText } from '@kontor/http';

/** What the lock says of the packages, by their places below `node_modules`. */
export type Lock = {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly license?: string;
        readonly dev?: boolean;
        readonly link?: boolean;
      }
    >
  >;
};

/** Licences that people have read, of packages that do not name their own. */
export type LicencesRead = Readonly<Record<string, { readonly licence: string }>>;

/** The packages that run with the service, by licence. */
export function licencesList({ packages }: Lock, read: LicencesRead): string {
  const byLicence = new Map<string, Set<string>>();
  for (const [place, { version, license, dev, link }] of Object.entries(packages)) {
    const [, name] = /.*node_modules\/(.+)$/.exec(place) ?? [];
    if (name === undefined || dev === true || link === true) continue;
    const licence = read[name]?.licence ?? license ?? 'unknown';
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version ?? ''}`));
  }
  const sections = [...byLicence]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([licence, names]) => [
      `## ${licence}`,
      '',
      ...[...names].sort(byText).map((name) => `- ${name}`),
      '',
    ]);
  return [
    '<!-- Generated from package-lock.json by tools/generate. Do not edit. -->',
    '',
    '# Licences',
    '',
    'Of every package that may be installed with the service, by the platform it runs on. What only development needs is not here.',
    '',
    ...sections,
  ].join('\n');
}
