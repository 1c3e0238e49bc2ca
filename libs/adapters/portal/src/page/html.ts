const MARKUP: unique symbol = Symbol('markup');

/** Markup that is safe to send: made by the `html` tag and by nothing else. */
export type Html = { readonly [MARKUP]: string };

type Piece = Html | string | number | undefined | false | readonly Piece[];

/**
 * The one way to markup. What is put in is escaped, unless it is markup
 * itself; nothing stands for undefined and false.
 */
export function html(fixed: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { [MARKUP]: String.raw({ raw: fixed }, ...pieces.map(written)) };
}

/** The HTML text of markup, as an answer is sent. */
export function textOf(markup: Html): string {
  return markup[MARKUP];
}

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return String(piece);
  if (MARKUP in piece) return piece[MARKUP];
  return piece.map(written).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
