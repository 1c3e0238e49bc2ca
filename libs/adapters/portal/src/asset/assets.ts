import { createHash } from 'node:crypto';
import { DOCS_SCRIPT as SEARCH, DOCS_STYLE as DOCS } from '../docs/assets.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/**
 * What pages load beside themselves. The name carries the content's hash, so a browser may keep it for ever.
 */
export type Asset = { readonly name: string; readonly type: string; readonly content: string };

function asset(name: string, extension: string, type: string, content: string): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').replace(/[_-]/g, '').slice(0, 12);
  return { name: `${name}-${hash}.${extension}`, type, content };
}

/** How every page looks. */
export const STYLE_SHEET = asset('portal', 'css', 'text/css; charset=utf-8', STYLE);
/** The one script of pages with a secret: a button that copies it. */
export const COPY_SCRIPT = asset('portal', 'js', 'text/javascript; charset=utf-8', SCRIPT);

/** How pages of the documentation look beyond what all pages share. */
export const DOCS_STYLE = asset('docs', 'css', 'text/css; charset=utf-8', DOCS);
/** What searches the documentation, and copies its samples. */
export const DOCS_SCRIPT = asset('docs', 'js', 'text/javascript; charset=utf-8', SEARCH);

/** What browsers show beside the title of a page. */
export const ICON = asset(
  'portal',
  'svg',
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5c4b"/>' +
    '<path d="M10 7v18M22 7 12 16l10 9" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

/** What is served below `/portal/assets/`, by its file name, which changes with its content. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  [STYLE_SHEET, COPY_SCRIPT, DOCS_STYLE, DOCS_SCRIPT, ICON].map((one) => [one.name, one]),
);
