import type { File } from './tree.js';

/**
 * What a file cites, in the form in which docs/spec declares it: `§2.8`, `§3 rule 2`, `D119`,
 * `G14`, `R6`, `amendment 36`, `facts 3.12`, `ADR 7`. Ranges and lists count one by one: `D29 to
 * D31` cites three, `amendments 51 and 80` two.
 */
export function citationsIn({ text }: File): readonly string[] {
  const flat = text.replace(/\n\s*(?:\*|\/\/|>)?\s*/g, ' ');
  const found = new Set<string>();
  for (const [, letter = '', from = '', to = from] of flat.matchAll(
    /\b([DGR])(\d{1,3})(?: to [DGR](\d{1,3}))?\b(?![\w-])/g,
  )) {
    for (let number = Number(from); number <= Number(to); number += 1) found.add(`${letter}${number}`);
  }
  for (const [, list = ''] of flat.matchAll(/\bamendments? ((?:\d+(?:\.\d+)*s?(?:,| and|(?= ))? ?)+)/gi)) {
    for (const [number] of list.matchAll(/\d+(?:\.\d+)*s?/g)) found.add(`amendment ${number}`);
  }
  for (const [, number = ''] of flat.matchAll(/\bfacts? (\d+(?:\.\d+)*)/gi)) found.add(`facts ${number}`);
  for (const [, paragraph = '', rule] of flat.matchAll(/§ ?(\d+(?:\.\d+)*b?)(?: rule (\d+))?/g)) {
    found.add(rule === undefined ? `§${paragraph}` : `§${paragraph} rule ${rule}`);
  }
  for (const [, number = ''] of flat.matchAll(/\bADRs? (\d+)\b/g)) found.add(`ADR ${number}`);
  return [...found];
}

/**
 * What the pages of docs/spec declare: whatever stands in bold there; and the
 * ADRs that there are, by their file names.
 */
export function declaredIn(pages: readonly File[], adrs: readonly string[]): ReadonlySet<string> {
  const bold = pages.flatMap(({ text }) =>
    [...text.replace(/\s+/g, ' ').matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words),
  );
  const numbers = adrs.map((path) => `ADR ${Number(/\/(\d{4})-/.exec(path)?.[1])}`);
  const amendments = bold.flatMap((words) =>
    /^amendment/i.test(words) ? citationsIn({ path: '', text: words }) : [],
  );
  return new Set([...bold.map((words) => words.replace(/^Facts/, 'facts')), ...amendments, ...numbers]);
}

/**
 * The ADRs of which nothing holds any more, as their second lines say: `Status: superseded by …`. One of
 * which a part holds is accepted.
 */
export function supersededAmong(adrs: readonly File[]): ReadonlySet<string> {
  return new Set(
    adrs
      .filter(({ text }) => /^Status: superseded\b/m.test(text))
      .map(({ path }) => `ADR ${Number(/\/(\d{4})-/.exec(path)?.[1])}`),
  );
}
