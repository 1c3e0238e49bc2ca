import { requestBodies, type ApiLimit } from '@kontor/http';
import { isWritable, type FieldData, type Kind } from '@kontor/kernel';
import { madePage, markdownTable } from './markdown.js';
import { limitsComment } from './sdk-types.printer.js';
import type { Source } from './source.js';

/** What a request may be at most, and what each member may be (§8). */
export function limitsPage(
  { contexts, endpoints }: Pick<Source, 'contexts' | 'endpoints'>,
  limits: readonly ApiLimit[],
): string {
  const taken = requestBodies(endpoints);
  const sections = contexts
    .flatMap(({ resources }) => resources)
    .flatMap((resource) => {
      const fields = {
        ...taken(resource, 'post')?.resource.fields,
        ...taken(resource, 'put')?.resource.fields,
      };
      const rows = limitedIn(fields, '');
      return rows.length === 0
        ? []
        : [`## ${resource.title}`, '', ...markdownTable(['Member', 'Limit'], rows)];
    });
  return madePage('the resources', 'Limits', [
    'Text is counted in Unicode characters. It holds no control characters, and line breaks and tabs only where several lines are said. What',
    'is beyond a limit is refused with 400, a body that is too large with 413; only a page size is capped. How many requests a grant may send',
    'in a second is configured where the service runs (`RATE_LIMIT`); beyond it the answer is 429.',
    '',
    ...markdownTable(
      ['Of', 'At most'],
      limits.map(({ of, value, unit }) => [of, `${value.toLocaleString('en')} ${unit}`]),
    ),
    'What can be sent, member by member:',
    '',
    ...sections,
  ]);
}

/** The members that a caller sends and that have a limit of their own, those within objects and lists too. */
function limitedIn(
  fields: Readonly<Record<string, FieldData>>,
  before: string,
): readonly (readonly string[])[] {
  return Object.entries(fields)
    .filter(([, field]) => isWritable(field))
    .flatMap(([name, { kind }]) => {
      const path = `${before}${name}`;
      if (kind.type === 'group') return limitedIn(kind.fields, `${path}.`);
      const limit = limitOf(kind);
      const own = limit === '' ? [] : [[`\`${path}\``, limit]];
      const inner = kind.type === 'list' ? limitedIn({ [`${name}[]`]: kind.of }, before) : [];
      return [...own, ...inner];
    });
}

function limitOf(kind: Kind): string {
  if (kind.type === 'list') return `at most ${kind.max} items`;
  if (kind.type === 'json') return '';
  const limit = limitsComment(kind);
  return kind.type === 'string' && !kind.line ? `${limit}, several lines` : limit;
}
