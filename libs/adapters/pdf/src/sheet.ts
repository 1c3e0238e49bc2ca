import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';

export type PdfDocument = InstanceType<typeof PDFDocument>;

/** A4 in points, and what is kept free around. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 56, bottom: 64 } as const;
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const RIGHT = PAGE.width - PAGE.right;

export const INK = '#1a1a1a';
export const GREY = '#6b6b6b';
export const RULE = '#c8c8c8';

/** Letters of every European language, Greek and Cyrillic: read once, when the first paper is printed. */
let fonts: { readonly plain: Buffer; readonly bold: Buffer } | undefined;

function fontsRead(): NonNullable<typeof fonts> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
    'ttf',
  );
  return (fonts ??= {
    plain: readFileSync(join(folder, 'DejaVuSans.ttf')),
    bold: readFileSync(join(folder, 'DejaVuSans-Bold.ttf')),
  });
}

/** What a paper is called, whose it is, and what stands at its foot. */
export type Imprint = {
  readonly title: string;
  readonly author: string;
  readonly foot: string;
  /** The language it is written in, as readers of screens ask for it. */
  readonly lang?: string;
};

/** A document of A4 pages, drawn from the top, with a foot on every page. */
export async function drawn(imprint: Imprint, draw: (pdf: PdfDocument) => void): Promise<Uint8Array> {
  // Loaded with the first paper: it is large, and most processes print none.
  const { default: Printer } = await import('pdfkit');
  const pdf = new Printer({
    size: 'A4',
    margins: { top: PAGE.top, bottom: PAGE.bottom, left: PAGE.left, right: PAGE.right },
    bufferPages: true,
    lang: imprint.lang ?? 'en',
    info: { Title: imprint.title, Author: imprint.author, Creator: 'Kontor' },
  });
  const { plain, bold } = fontsRead();
  pdf.registerFont('plain', plain).registerFont('bold', bold).font('plain').fillColor(INK);
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  draw(pdf);
  feet(pdf, imprint);
  pdf.end();
  return done;
}

const FIGURE_WIDTH = 90;

/** A figure that ends at its place; it is never broken into two lines. */
export function figure(
  pdf: PdfDocument,
  text: string,
  end: number,
  y: number,
  width: number = FIGURE_WIDTH,
): void {
  pdf.text(text, end - width, y, { width, align: 'right', lineBreak: false });
}

export function rule(pdf: PdfDocument, y: number): void {
  pdf.moveTo(PAGE.left, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(RULE).stroke();
}

/** What is to follow stays together on one page. */
export function room(pdf: PdfDocument, y: number, height: number): number {
  if (y + height <= PAGE.height - PAGE.bottom) return y;
  pdf.addPage();
  return PAGE.top;
}

/** On every page: who, what, and which of how many pages. */
function feet(pdf: PdfDocument, { author, foot }: Imprint): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    // Below the margin there is no page to go on to.
    pdf.page.margins.bottom = 0;
    const y = PAGE.height - 42;
    rule(pdf, y - 8);
    pdf.font('plain').fontSize(7.5).fillColor(GREY);
    pdf.text(`${author}  ·  ${foot}`, PAGE.left, y, { width: WIDTH - 80, lineBreak: false });
    pdf.text(`${index + 1} / ${count}`, RIGHT - 60, y, { width: 60, align: 'right', lineBreak: false });
  }
}
