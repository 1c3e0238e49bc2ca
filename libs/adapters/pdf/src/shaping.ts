import { defined } from '@kontor/kernel';
import type * as harfBuzz from 'harfbuzzjs';

/** HarfBuzz, once it was loaded. */
export type HarfBuzz = typeof harfBuzz;

/** As pdfkit takes them, in units of their font. `codePoints`: what readers of the document copy. */
type Glyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] };
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };

/** Letters as they are drawn, from left to right; pdfkit brings the positions to its own units in place. */
export type Run = {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
};

/** Shapes texts of one script and one direction with one font. */
export type Shape = (text: string) => Run;

/**
 * Shapes with HarfBuzz the letters of a font, of the bytes of its file. fontkit, which pdfkit asks otherwise,
 * takes 3 to 7 times as long, and throws where a mark has no place on the letter before it.
 */
export function shaperOf(hb: HarfBuzz, bytes: Uint8Array): Shape {
  let font: InstanceType<HarfBuzz['Font']> | undefined;
  const buffer = new hb.Buffer();
  // Each mark tells its own place in the text, and not that of its letter.
  buffer.setClusterLevel(hb.ClusterLevel.CHARACTERS);
  return (text) => {
    const shaping = (font ??= new hb.Font(new hb.Face(new hb.Blob(bytes))));
    buffer.clearContents();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    hb.shape(shaping, buffer);
    const infos = buffer.getGlyphInfos();
    const letters = lettersOf(
      text,
      infos.map(({ cluster }) => cluster),
    );
    const positions = buffer.getGlyphPositions();
    return {
      glyphs: infos.map(({ codepoint: id }, index) => ({
        id,
        advanceWidth: shaping.glyphHAdvance(id),
        codePoints: defined(letters[index]),
      })),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
}

/**
 * The letters that each glyph shows, given where the glyph begins in the text: all letters up to the next
 * glyph. Where several glyphs begin at one place, the first in reading order shows all its letters.
 */
function lettersOf(text: string, begins: readonly number[]): readonly (readonly number[])[] {
  const isTurned = (begins[0] ?? 0) > (begins.at(-1) ?? 0);
  const isOneEach = begins.every((begin, index) => begin === (isTurned ? text.length - 1 - index : index));
  if (isOneEach && begins.length === text.length) return begins.map((begin) => [text.charCodeAt(begin)]);
  const places = [...new Set(begins)].sort((one, other) => one - other);
  const shown = new Map(
    places.map((begin, index) => [
      begin,
      [...text.slice(index === 0 ? 0 : begin, places[index + 1])].map((letter) =>
        defined(letter.codePointAt(0)),
      ),
    ]),
  );
  const taken = (begin: number): readonly number[] => {
    const letters = shown.get(begin) ?? [];
    shown.delete(begin);
    return letters;
  };
  return isTurned ? begins.toReversed().map(taken).toReversed() : begins.map(taken);
}
