import { mapInTurns } from '@kontor/kernel';
import {
  resolved,
  operationsOf,
  type OpenApi,
  type Parameter,
  type Response,
} from '../reference/document.js';
import { leadOf, pagesIn, pathOfPage, type DocsChapter, type DocsPage, type Lead } from './pages.js';

/** The text of a page for programs that read: its Markdown, with links to the twins of other pages. */
export function twinOf({ file, text }: DocsPage, base: string, lead: Lead): string {
  return text.replaceAll(/\]\(([^()\s]+)\)/g, (whole, link: string) => {
    const to = lead(file, link, '.md');
    if (to === undefined) return `](${link} "in the repository")`;
    return to.startsWith('/') ? `](${base}${to})` : whole;
  });
}

/** What `/llms.txt` says: what this is, and where each page is as Markdown. */
export async function llmsText(
  chapters: readonly DocsChapter[],
  baseUrl: string,
  about: string,
): Promise<string> {
  const leads = new Map(await mapInTurns(pagesIn(chapters), (page) => [page.at, leadOf(page)] as const));
  const item = ({ at, title }: DocsPage): string => {
    const lead = leads.get(at);
    return `- [${title}](${baseUrl}/docs${pathOfPage(at, '.md')})${lead ? `: ${lead}` : ''}`;
  };
  return [
    '# Kontor',
    '',
    `> ${about}`,
    '',
    ...chapters.flatMap(({ title, pages }) => [`## ${title}`, '', ...pages.map(item), '']),
    '## Description of the API',
    '',
    `- [Every operation](${baseUrl}/docs/api.md): by resource, each with a page of its own`,
    `- [OpenAPI 3.1](${baseUrl}/openapi.json): operations, schemas, examples`,
    '',
  ].join('\n');
}

/** The contents of the reference as Markdown. */
export function apiTwin(document: OpenApi, base: string): string {
  const all = operationsOf(document);
  return [
    '# API reference',
    '',
    ...document['x-resources'].flatMap(({ name, description }) => [
      `## [${description.replace(/\.$/, '')}](${base}/docs/api/${name}.md)`,
      '',
      ...all
        .filter((one) => one['x-resource'] === name)
        .map((one) => `- \`${one.method} ${one.path}\`: ${one.summary}`),
      '',
    ]),
  ].join('\n');
}

/** The operations of a resource of the description as Markdown. */
export function tagTwin(document: OpenApi, tag: string): string {
  const about = document['x-resources'].find(({ name }) => name === tag)?.description ?? tag;
  const own = operationsOf(document).filter((one) => one['x-resource'] === tag);
  return [`# ${about.replace(/\.$/, '')}`, '', ...own.flatMap((one) => operationLines(document, one))].join(
    '\n',
  );
}

function operationLines(
  document: OpenApi,
  operation: ReturnType<typeof operationsOf>[number],
): readonly string[] {
  const { operationId, method, path, summary, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return [
    `## ${summary}`,
    '',
    `\`${method} ${path}\` (\`${operationId}\`)`,
    '',
    ...parameters
      .map((one) => resolved<Parameter>(document, one))
      .map((one) => `- \`${one.name}\` (${one.in}): ${one.description ?? one.schema.type ?? ''}`),
    ...(body === undefined ? [] : ['', 'Body:', '', ...exampleLines(document, body.examples)]),
    ...Object.entries(responses).flatMap(([status, one]) => {
      const { description, content = {} } = resolved<Response>(document, one);
      return [
        '',
        `${status}: ${description}`,
        ...exampleLines(document, content['application/json']?.examples),
      ];
    }),
    '',
  ];
}

function exampleLines(
  document: OpenApi,
  examples: Readonly<Record<string, { readonly $ref: string } | { readonly value: unknown }>> = {},
): readonly string[] {
  const [given] = Object.values(examples);
  if (given === undefined) return [];
  const { value } = resolved<{ readonly value: unknown }>(document, given);
  return ['', '```json', JSON.stringify(value, null, 2), '```'];
}
