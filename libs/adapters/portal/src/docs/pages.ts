import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lexer, type Token, type TokensList } from 'marked';
import { portalFolder } from '../portal-folder.js';
import { CONTENTS } from './contents.js';

/** The repository. */
const ROOT = join(portalFolder, '../../..');

/** The address of the service as the pages write it. */
const WRITTEN = 'http://localhost:3000';

/** A page of the documentation, as it was read at the start. */
export type DocsPage = {
  /** Below `/docs/`; empty for the first. */
  readonly at: string;
  readonly file: string;
  readonly title: string;
  /** Markdown, with the service's own address, and links as the file has them. */
  readonly text: string;
};

/** Pages that belong together, in the order in which they are read. */
export type DocsChapter = { readonly title: string; readonly pages: readonly DocsPage[] };

/**
 * Reads all pages, with `baseUrl` in place of the address that they write. They are taken apart only when one
 * is asked for (`tokensOfPage`): of all of them that is a tenth of the service's start.
 */
export function docsChapters(baseUrl: string): readonly DocsChapter[] {
  return CONTENTS.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ file, at }) => {
      const text = withoutNote(readFileSync(join(ROOT, file), 'utf8')).replaceAll(WRITTEN, baseUrl);
      return { at, file, title: headingOf(text) ?? file, text };
    }),
  }));
}

/** The pages of all chapters, in their order. */
export function pagesIn(chapters: readonly DocsChapter[]): readonly DocsPage[] {
  return chapters.flatMap(({ pages }) => pages);
}

/** Parses the Markdown of a page into tokens. */
export function tokensOfPage({ text }: DocsPage): TokensList {
  return lexer(text);
}

/** Generated files begin with a note to who would edit them. */
function withoutNote(text: string): string {
  return text.startsWith('<!--') ? text.slice(text.indexOf('-->') + 3).trimStart() : text;
}

function headingOf(text: string): string | undefined {
  const line = /^# (.*)$/m.exec(text)?.[1];
  return line === undefined ? undefined : plainText(lexer(line));
}

/** What a paragraph says of how samples are run and whom a page is for, before what it is about. */
const ASIDES = /(^For (apps|every app)\b|The samples use\b).*?[.](?= |$)/g;

/** The first paragraph that says what a page is about, and not how its samples are run, as text. */
export function leadOf(page: DocsPage): string {
  return (
    tokensOfPage(page)
      .filter(({ type }) => type === 'paragraph')
      .map((token) => plainText((token as { tokens?: readonly Token[] }).tokens ?? []).replaceAll('\n', ' '))
      .map((text) => text.replace(ASIDES, '').replace(/\s+/g, ' ').trim())
      .find((text) => text !== '') ?? ''
  );
}

/** The text of Markdown tokens without markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { tokens: inner, text = '' } = token as { tokens?: readonly Token[]; text?: string };
      return inner === undefined ? text : plainText(inner);
    })
    .join('');
}

/**
 * Where a link of `file` leads below the address of the service: a page of the documentation, or the
 * description; a path of another page carries `suffix`. Undefined for a file that is not served.
 */
export type Lead = (file: string, link: string, suffix?: string) => string | undefined;

/** Gives a function that resolves links between the pages of these chapters (`Lead`). */
export function leadTo(chapters: readonly DocsChapter[]): Lead {
  const places = new Map(pagesIn(chapters).map(({ file, at }) => [file, at] as const));
  places.set('docs/README.md', '');
  return (file, link, suffix = '') => {
    if (/^[a-z]+:/.test(link)) return link;
    const [path = '', fragment] = link.split('#', 2);
    const hash = fragment === undefined ? '' : `#${fragment}`;
    if (path === '') return hash;
    const target = posix.join(posix.dirname(file), path);
    if (target === 'docs/api/openapi.json') return '/openapi.json';
    const at = places.get(target) ?? places.get(posix.join(target, 'README.md'));
    return at === undefined ? undefined : `/docs${pathOfPage(at, suffix)}${hash}`;
  };
}

/** `/guides/products`, and of the first page nothing, or `/start.md` where it is a file. */
export function pathOfPage(at: string, suffix = ''): string {
  if (at === '') return suffix === '' ? '' : `/start${suffix}`;
  return `/${at}${suffix}`;
}

/** Ids of headings as repository pages make them, so that a link fits both. */
export function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');
}
