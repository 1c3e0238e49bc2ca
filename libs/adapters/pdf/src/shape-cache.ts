import type PDFDocument from 'pdfkit';

/** A document of pdfkit. */
export type PdfDocument = InstanceType<typeof PDFDocument>;

/** A text that is shaped, as the fonts of pdfkit give it; it is read only. */
type ShapedRun = object;

type ShapingFont = { layoutRun(text: string): ShapedRun };

/**
 * Letters in each of the two halves of the cache. A row of a table has fewer, so what is measured is still
 * known when it is drawn. A letter takes some 250 bytes.
 */
const LETTERS_KEPT = 8_000;

/**
 * Gives a function that makes a font, which is the present one of a document, remember the texts that it
 * shaped last: pdfkit asks for each text several times, to measure and to draw it. The cache of pdfkit itself
 * would keep every word of the document, which is more than there is memory for. One cache serves all fonts
 * of a document; `name` tells them apart.
 */
export function shapeCache(): (pdf: PdfDocument, name: string) => void {
  let newer = new Map<string, ShapedRun>();
  let older: ReadonlyMap<string, ShapedRun> = newer;
  let letters = 0;
  return (pdf, name) => {
    // The font that it draws with is a member of its own, which its types do not name.
    const font = (pdf as unknown as { readonly _font: ShapingFont })._font;
    const shape = font.layoutRun.bind(font);
    font.layoutRun = (text) => {
      const key = `${name} ${text}`;
      const known = newer.get(key);
      if (known !== undefined) return known;
      const run = older.get(key) ?? shape(text);
      letters += text.length;
      if (letters > LETTERS_KEPT) {
        older = newer;
        newer = new Map();
        letters = text.length;
      }
      newer.set(key, run);
      return run;
    };
  };
}
