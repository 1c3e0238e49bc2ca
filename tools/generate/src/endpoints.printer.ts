import { byText, type Endpoint } from '@kontor/http';
import { madePage, markdownTable } from './markdown.js';
import { groupedBy } from '@kontor/kernel';

/** Every endpoint with what it does and how far it can be relied on, by the first segment of its path. */
export function endpointsPage(endpoints: readonly Endpoint[]): string {
  const inOrder = [...endpoints].sort((a, b) => byText(a.path, b.path));
  const families = groupedBy(inOrder, ({ path }) => familyOf(path));
  const sections = [...families]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([family, rows]) => [
      `## ${family}`,
      '',
      ...markdownTable(['Method', 'Endpoint', 'Does', 'Stability', 'Module'], rows.map(cellsOf)),
    ]);
  return madePage('the endpoint rows', 'Endpoints', [
    'Every row of the service. A client does not build these addresses: it follows the links of what it reads and fills in the templates of',
    'home. Bodies and answers are in [openapi.json](../api/openapi.json), which a running service shows at `/docs/api`; who may call is in',
    '[roles](../roles.md). An endpoint with a module answers 404 in an agreement that does not have it.',
    '',
    ...sections,
  ]);
}

/** `/v2/invoices/drafts` and `/invoices/drafts` are of one family. */
function familyOf(path: string): string {
  const [first = '', second] = path.split('/').filter((segment) => segment !== '');
  return first === '' ? 'home' : /^v\d+$/.test(first) ? (second ?? first) : first;
}

function cellsOf({ method, path, summary, stability, needs }: Endpoint): readonly string[] {
  return [method, `\`${path}\``, summary, stability, needs ?? ''];
}
