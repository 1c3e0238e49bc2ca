/** A file of the repository, and where it is below `/docs`. The start is at `/docs` itself. */
type Placed = { readonly file: string; readonly at: string };

/** A heading of the sidebar with its pages, in the order in which they are read. */
export type Chapter = { readonly title: string; readonly pages: readonly Placed[] };

/** Files of `docs/` are served where they lie. */
function within(folder: string, ...names: readonly string[]): readonly Placed[] {
  return names.map((name) => ({ file: `docs/${folder}${name}.md`, at: `${folder}${name}` }));
}

/**
 * What `/docs` has, in its order. Records of decisions and how it is built inside are read in the repository.
 */
export const CONTENTS: readonly Chapter[] = [
  {
    title: 'Begin',
    pages: [
      { file: 'docs/start.md', at: '' },
      ...within(
        'concepts/',
        'hypermedia',
        'agreements-and-grants',
        'drafts-and-booking',
        'years-and-closing',
      ),
      ...within('concepts/', 'errors-and-retries', 'rate-limits', 'versioning'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      ...within(
        'guides/',
        'products',
        'ledger',
        'vouchers',
        'attachments',
        'statements',
        'invoices',
        'open-posts',
        'credit-notes',
        'additional-expenses',
      ),
      ...within('guides/', 'events', 'webhooks', 'moving', 'apps', 'app-settings', 'browsers', 'migration'),
      { file: 'libs/sdk/README.md', at: 'sdk' },
    ],
  },
  {
    title: 'Look up',
    pages: [
      ...within('reference/', 'errors', 'events', 'filters', 'limits', 'endpoints'),
      ...within('', 'roles', 'glossary', 'changelog'),
    ],
  },
  {
    title: 'Run it',
    pages: [
      { file: 'README.md', at: 'readme' },
      { file: 'docs/operating/README.md', at: 'operating' },
      ...within('operating/', 'tls', 'sizing', 'failures', 'runbook', 'backup', 'restore', 'upgrade'),
      ...within('operating/', 'galera', 'sharding', 'monitoring'),
      { file: 'SECURITY.md', at: 'security' },
      ...within('internals/', 'threat-model'),
    ],
  },
];
