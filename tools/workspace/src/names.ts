/** One name in every form that the house writes it in. `vat-account`: */
export type Names = {
  /** `vat-account` */
  readonly kebab: string;
  /** `vatAccount` */
  readonly camel: string;
  /** `VatAccount` */
  readonly pascal: string;
  /** `vat_account` */
  readonly snake: string;
  /** `vat account` */
  readonly words: string;
  /** `Vat account` */
  readonly sentence: string;
};

/** The forms of a name in kebab-case. Throws on one that is not. */
export function namesOf(kebab: string): Names {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab)) throw new Error(`${kebab}: a name is in kebab-case, letters only`);
  const parts = kebab.split('-');
  const pascal = parts.map(capitalised).join('');
  const words = parts.join(' ');
  return {
    kebab,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: parts.join('_'),
    words,
    sentence: capitalised(words),
  };
}

/** `box` → `boxes`, `category` → `categories`; what English does otherwise has to be said. */
export function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, 'ies');
  return /(s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/** `projects` → `project`; what has no plural form stays as it is. */
export function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return plural.replace(/ies$/, 'y');
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : plural;
}

/** `a` or `an`, as the name asks for. */
export function article({ words }: Names): string {
  return /^[aeiou]/.test(words) ? 'an' : 'a';
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
