/** What is used of packages that bring no types, or others than what they are. */

declare module 'fontkit' {
  /** A font of which glyphs can be taken; pdfkit embeds such a one as it is. */
  export type Font = {
    readonly postscriptName: string;
    /** Shapes a text as it is drawn: pdfkit asks for it. */
    layout: (text: string) => object;
    hasGlyphForCodePoint(codePoint: number): boolean;
  };
  export function create(bytes: Uint8Array): Font;
}

declare module 'linebreak' {
  /** Places where a line may end, and where it must (UAX 14). */
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
  export = LineBreaker;
}

declare module 'subset-font' {
  type Options = {
    readonly targetFormat: 'truetype';
    readonly keepAllGlyphs: boolean;
    /** Where the font is taken on each of its axes. */
    readonly variationAxes: Readonly<Record<string, number>>;
  };
  function subsetFont(font: Uint8Array, text: undefined, options: Options): Promise<Uint8Array>;
  export = subsetFont;
}

declare module 'bidi-js' {
  /** The bidirectional algorithm (UAX 9). */
  function bidi(): {
    getEmbeddingLevels(
      text: string,
      direction: 'auto',
    ): { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] };
    /** By its name in the algorithm, `AL` for one. */
    getBidiCharTypeName(letter: string): string;
    getMirroredCharacter(letter: string): string | null;
  };
  export = bidi;
}
