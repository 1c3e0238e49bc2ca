import { docsPage, type Around, type SideGroup } from '../docs/frame.js';
import { html, type Html } from '../page/html.js';
import { contextsOf, operationsOf, refName, type OpenApi, type Placed, type Schema } from './document.js';
import { operationSection } from './operation.js';
import { prose } from './prose.js';
import { membersOf } from './shape.js';

/**
 * The first page: what holds everywhere, and every operation by what it is
 * about. `wanted`: words that are looked for.
 */
export function contentsPage(document: OpenApi, baseUrl: string, around: Around, wanted: string): string {
  const { base } = around;
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const all = operationsOf(document);
  const found = all.filter((one) => words.every((word) => searched(one).includes(word)));
  const groups = contextsOf(document).map(({ name, resources }) => {
    const shown = resources.map((tag) => tagList(document, base, tag, found));
    return shown.every((one) => one === false)
      ? html``
      : html`<section class="group">
          <h2>${name.replaceAll('-', ' ')}</h2>
          ${shown}
        </section>`;
  });
  return docsPage(around, {
    at: 'api',
    title: 'API reference',
    lead: document.info.description,
    content: html`<p class="lead">${prose(document.info.description)}</p>
      <form role="search" aria-label="Operations" action="${base}/docs/api" method="get" class="search">
        <label for="q">Search the operations</label>
        <input id="q" name="q" type="search" value="${wanted}" autocomplete="off" spellcheck="false" />
        <p class="hint" id="found" role="status">${found.length} of ${all.length} operations</p>
      </form>
      <div class="card">${firstSteps(base, baseUrl)}</div>
      ${groups}`,
  });
}

function firstSteps(base: string, baseUrl: string): Html {
  return html`<h2>What holds everywhere</h2>
    <ul>
      <li>
        Send <code>X-AppSecretToken</code> and <code>X-AgreementGrantToken</code>; the
        <a href="${base}/portal/first-call">portal</a> makes a pair. Or look around without:
        <code>curl '${baseUrl}/?demo=true'</code>
      </li>
      <li>
        Follow links. Every answer carries them, and the description of each action in <code>metaData</code>.
      </li>
      <li>
        Collections are paged by <code>pagesize</code> and <code>skippages</code>, filtered by
        <code>filter</code>, sorted by <code>sort</code>; <code>nextPage</code> leads on.
      </li>
      <li>
        An <code>Idempotency-Key</code> makes a write safe to send again; <code>If-Match</code> with an
        <code>ETag</code> makes it safe against others.
      </li>
      <li>
        A refusal has a status, an <code>errorCode</code> and a <code>logId</code> to quote. All codes:
        <a href="${base}/errors">/errors</a>.
      </li>
      <li>
        <a href="${base}/explorer">Walk the API in the browser</a>, or take
        <a href="${base}/openapi.json">openapi.json</a> (OpenAPI 3.1).
      </li>
    </ul>`;
}

function searched({ method, path, summary, 'x-resource': about }: Placed): string {
  return `${method} ${path} ${summary} ${about}`.toLowerCase();
}

function tagList(document: OpenApi, base: string, tag: string, found: readonly Placed[]): Html | false {
  const own = found.filter((one) => one['x-resource'] === tag);
  return (
    own.length > 0 &&
    html`<h3><a href="${base}/docs/api/${tag}">${aboutOf(document, tag)}</a></h3>
      <ul class="contents">
        ${own.map(
          (one) =>
            html`<li data-words="${searched(one)}">
              <a href="${base}/docs/api/${tag}#${one.operationId}">
                <span class="verb verb-${one.method.toLowerCase()}">${one.method}</span>
                <code>${one.path}</code>
              </a>
              <span class="says">${one.summary}</span>
            </li>`,
        )}
      </ul>`
  );
}

/** The page of one resource that the description has: its operations, and the shapes they speak of. */
export function tagPage(document: OpenApi, around: Around, tag: string): string {
  const about = aboutOf(document, tag);
  const own = operationsOf(document).filter((one) => one['x-resource'] === tag);
  const shapes = shapesOf(document, own);
  return docsPage(around, {
    at: `api/${tag}`,
    title: about,
    lead: `${about}: what can be asked, sent and answered.`,
    groups: sideGroups(document),
    content: html`<nav aria-label="On this page">
        <ul class="contents">
          ${own.map(
            ({ operationId, summary, method, path }) =>
              html`<li>
                <a href="#${operationId}">
                  <span class="verb verb-${method.toLowerCase()}">${method}</span> <code>${path}</code>
                </a>
                <span class="says">${summary}</span>
              </li>`,
          )}
        </ul>
      </nav>
      ${own.map((operation) => operationSection(document, operation, around.base))}
      <h2 class="shapes">Shapes</h2>
      ${shapes.map(([name, schema]) => shapeSection(name, schema))}`,
  });
}

function aboutOf({ 'x-resources': all }: OpenApi, tag: string): string {
  return (all.find(({ name }) => name === tag)?.description ?? tag).replace(/\.$/, '');
}

/** The resources, by context, beside each of them. */
function sideGroups(document: OpenApi): readonly SideGroup[] {
  return contextsOf(document).map(({ name, resources }) => ({
    title: name.replaceAll('-', ' '),
    pages: resources.map((tag) => ({ title: aboutOf(document, tag), at: `api/${tag}` })),
  }));
}

function shapeSection(name: string, schema: Schema): Html {
  const filterable = schema['x-filterable'] ?? [];
  const sortable = schema['x-sortable'] ?? [];
  return html`<section class="shape" id="shape-${name}">
    <h3><a href="#shape-${name}">${name}</a></h3>
    ${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`} ${membersOf(schema)}
    ${filterable.length > 0 && html`<p class="about">Filtered by ${codes(filterable)}.</p>`}
    ${sortable.length > 0 && html`<p class="about">Sorted by ${codes(sortable)}.</p>`}
  </section>`;
}

function codes(names: readonly string[]): readonly Html[] {
  return names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`);
}

/** The shapes that operations name, and those that these name in turn, in the order of the alphabet. */
function shapesOf(document: OpenApi, operations: readonly Placed[]): readonly (readonly [string, Schema])[] {
  const found = new Map<string, Schema>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      if (name !== '$ref' || typeof one !== 'string') walk(one);
      else visit(one);
    }
  };
  const visit = (ref: string): void => {
    const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(ref) ?? [];
    const there = document.components[section]?.[name];
    if (section === 'examples' || there === undefined) return;
    if (section !== 'schemas') return walk(there);
    if (found.has(refName(ref))) return;
    found.set(refName(ref), there as Schema);
    walk(there);
  };
  walk(operations);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
