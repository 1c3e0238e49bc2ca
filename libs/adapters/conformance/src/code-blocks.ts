/** A fenced block of a page: its language, its text with the last line end, and the line it begins on. */
export type CodeBlock = { readonly language: string; readonly text: string; readonly line: number };

/**
 * The fenced code blocks of a page, in their order, so that the samples of a
 * document can be run as they are written.
 */
export function codeBlocksIn(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: markdown.slice(0, index).split('\n').length,
    }),
  );
}
