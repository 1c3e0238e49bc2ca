import { mapInTurns } from '@kontor/kernel';
import type { Token, Tokens } from 'marked';
import { operationsOf, type OpenApi } from '../reference/document.js';
import { idOf, pagesIn, pathOfPage, plainText, tokensOfPage, type DocsChapter } from './pages.js';

/** A place that can be found: where, its page, its heading, and its words. */
export type FoundPart = {
  readonly to: string;
  readonly page: string;
  readonly heading: string;
  readonly words: string;
};

/** Words of a section that are kept. */
const WORDS_LENGTH_MAX = 1200;

/** Each section of each page, and each operation; browsers search it themselves. */
export async function searchIndex(
  chapters: readonly DocsChapter[],
  document: OpenApi,
): Promise<readonly FoundPart[]> {
  const sections = await mapInTurns(pagesIn(chapters), (page) =>
    sectionsOf(`/docs${pathOfPage(page.at)}`, page.title, tokensOfPage(page)),
  );
  const operations = operationsOf(document).map(
    ({ operationId, 'x-resource': about, method, path, summary }) => ({
      to: `/docs/api/${about}#${operationId}`,
      page: 'API',
      heading: `${method} ${path}`,
      words: `${summary} ${operationId}`,
    }),
  );
  return [...sections.flat(), ...operations];
}

function sectionsOf(to: string, page: string, tokens: readonly Token[]): readonly FoundPart[] {
  const found: { to: string; page: string; heading: string; words: string }[] = [];
  const ids = new Map<string, number>();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText(token.tokens ?? []);
      const before = ids.get(idOf(heading)) ?? 0;
      ids.set(idOf(heading), before + 1);
      const id = before === 0 ? idOf(heading) : `${idOf(heading)}-${before}`;
      found.push({ to: token['depth'] === 1 ? to : `${to}#${id}`, page, heading, words: '' });
      continue;
    }
    const last = found.at(-1);
    if (last === undefined || token.type === 'space') continue;
    last.words = `${last.words} ${wordsIn(token).replaceAll('\n', ' ')}`.slice(0, WORDS_LENGTH_MAX);
  }
  return found;
}

/** What a reader sees of a part of a page: of a link its words, not where it leads. */
function wordsIn(token: Token): string {
  if (token.type === 'list')
    return (token as Tokens.List).items.map(({ tokens }) => plainText(tokens)).join(' ');
  if (token.type !== 'table') return plainText([token]);
  const { header, rows } = token as Tokens.Table;
  return [header, ...rows]
    .flat()
    .map(({ tokens }) => plainText(tokens))
    .join(' ');
}
