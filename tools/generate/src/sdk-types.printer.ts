import {
  keyField,
  type AnyResource,
  isAlwaysShown,
  isRequired,
  isWritable,
  meaningOf,
  sentenceOf,
  type FieldData,
  type Kind,
} from '@kontor/kernel';

/**
 * Gives the name of the type of a collection's items, and remembers that it
 * is imported; undefined where nobody declares it.
 */
export type Naming = (collection: string) => string | undefined;

type Fields = Readonly<Record<string, FieldData>>;

/** The members of an object as it is read. */
export function readMembers(fields: Fields, naming: Naming): string {
  return Object.entries(fields)
    .filter(([, { internal }]) => internal !== true)
    .map(([name, field]) => {
      const mark = isAlwaysShown(field) ? '' : '?';
      return `${docOf(noteOf(name, field, false))}readonly ${name}${mark}: ${readType(field.kind, naming)};\n`;
    })
    .join('');
}

/** The members of an object as it is written: read-only ones are not among them. */
export function draftMembers(fields: Fields, naming: Naming): string {
  return Object.entries(fields)
    .filter(([, field]) => isWritable(field))
    .map(([name, field]) => {
      const given = draftType(field.kind, naming);
      const type = field.declinable === true ? `${given} | null` : given;
      const member = isRequired(field) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
      return `${docOf(noteOf(name, field, true))}readonly ${member};\n`;
    })
    .join('');
}

const TEXT: Kind = { type: 'string', min: 0, max: 0, line: false };

/** The type of a kind's values in JSON, as they are read. */
export function readType(kind: Kind, naming: Naming): string {
  switch (kind.type) {
    case 'string':
      if (kind.leads === true) return 'Link<unknown>';
      if (kind.tells !== undefined) return kind.tells === 'event' ? 'EventType' : 'EventTypes';
      return kind.lists === undefined ? 'string' : `Link<${pageType(kind.lists, naming)}>`;
    case 'fullDate':
    case 'timestamp':
      return 'string';
    case 'integer':
      return kind.addresses === undefined ? 'number' : 'Link<Bytes>';
    case 'decimal':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'enum':
      return literals(kind.values);
    case 'reference': {
      const shown = kind.projection
        .map((name) => `readonly ${name}?: ${readType(kind.projectionKinds?.[name] ?? TEXT, naming)}; `)
        .join('');
      const self = `Link<${naming(kind.to) ?? 'unknown'}>`;
      return `{ readonly ${kind.key}: ${readType(kind.of, naming)}; ${shown}readonly self: ${self} }`;
    }
    case 'group':
      return `{\n${readMembers(kind.fields, naming)}${selfOf(kind, naming)}}`;
    case 'list':
      return `readonly (${readType(kind.of.kind, naming)})[]`;
    case 'json':
      return kind.holds ? 'Readonly<Record<string, string | number>>' : 'unknown';
  }
}

/** A page of the collection at this path, which may be asked by other names than its items. */
function pageType(collection: string, naming: Naming): string {
  const asked = naming(`/${collection}`);
  return `Page<${naming(collection) ?? 'unknown'}${asked === undefined ? '' : `, ${asked}`}>`;
}

/** The self of a group that has one: a link where it is that of an item, which may be of two kinds. */
function selfOf({ addressed }: Extract<Kind, { type: 'group' }>, naming: Naming): string {
  if (addressed === undefined) return '';
  if (addressed === true) return 'readonly self: string;\n';
  const { to, needs, unless } = addressed;
  const [collection = '', part] = to.split('/');
  const item = naming(part === undefined ? collection : `${part} ${collection}`);
  const items = [item, ...(unless === undefined ? [] : [naming(unless.in)])];
  const target = items.map((one) => one ?? 'unknown').join(' | ');
  return `readonly self${needs === undefined ? '' : '?'}: Link<${target}>;\n`;
}

/**
 * The type of the values that a property is compared with in a filter;
 * `never` where it can only be absent or not.
 */
export function comparedType(kind: Kind): string {
  if (kind.type === 'list') return comparedType(kind.of.kind);
  if (kind.type === 'string') return kind.tells === 'event' ? 'EventType' : 'string';
  // Dates are compared as text, and like nothing.
  if (kind.type === 'fullDate' || kind.type === 'timestamp') return 'Dated';
  return kind.type === 'reference' || kind.type === 'group' || kind.type === 'json'
    ? 'never'
    : readType(kind, () => undefined);
}

/** The same as they are written: a reference by its number or by its self. */
function draftType(kind: Kind, naming: Naming): string {
  switch (kind.type) {
    case 'reference': {
      const self = `Link<${naming(kind.to) ?? 'unknown'}>`;
      return `{ readonly ${kind.key}: ${readType(kind.of, naming)} } | { readonly self: ${self} }`;
    }
    case 'group':
      return `{\n${draftMembers(kind.fields, naming)}}`;
    case 'list':
      return `readonly (${draftType(kind.of.kind, naming)})[]`;
    default:
      return readType(kind, naming);
  }
}

/** An object type; one that holds nothing where there are no members. */
export function membersType(members: readonly string[]): string {
  return members.length === 0 ? 'Readonly<Record<never, never>>' : `{\n${members.join('')}}`;
}

/** A union of words; `never` where there are none. */
export function literals(words: readonly string[]): string {
  return words.length === 0 ? 'never' : words.map((word) => `'${word.replaceAll("'", "\\'")}'`).join(' | ');
}

/** A comment on a declaration or a member. */
export function docOf(lines: string | readonly string[]): string {
  const text = (typeof lines === 'string' ? [lines] : lines).filter((line) => line !== '');
  const [first] = text;
  if (first === undefined) return '';
  const safe = text.map((line) => line.replaceAll('*/', '*\\/'));
  return text.length === 1
    ? `/** ${safe[0] ?? ''} */\n`
    : `/**\n${safe.map((line) => ` * ${line}\n`).join('')} */\n`;
}

/** One sentence about a member: what it is, what it may be where it is written, when it is there. */
function noteOf(name: string, field: FieldData, written: boolean): string {
  const { kind, needs, use, default: otherwise } = field;
  const hasDefault = written && use === 'defaulted' && (typeof otherwise !== 'object' || otherwise === null);
  return sentenceOf([
    meaningOf(name, field),
    written ? limitsComment(kind) : formatOf(kind),
    hasDefault ? `${String(otherwise)} when left out` : '',
    needs === undefined ? '' : `with the ${needs} module only`,
  ]);
}

function formatOf(kind: Kind): string {
  if (kind.type === 'fullDate') return 'YYYY-MM-DD';
  return kind.type === 'timestamp' ? 'YYYY-MM-DDThh:mm:ssZ' : '';
}

/** What a value must be like beyond its type. */
export function limitsComment(kind: Kind): string {
  switch (kind.type) {
    case 'string':
      return kind.min === kind.max ? `${kind.max} characters` : `${range(kind.min, kind.max)} characters`;
    case 'integer':
      return range(kind.min, kind.max);
    case 'decimal': {
      const { min, max } = kind;
      const from = min === undefined ? '' : max === undefined ? `at least ${min}` : `${min} to ${max}`;
      const to = min === undefined && max !== undefined ? `at most ${max}` : from;
      return [to, `at most ${kind.scale} decimals`].filter((limit) => limit !== '').join(', ');
    }
    case 'list':
      return `at most ${kind.max}`;
    default:
      return formatOf(kind);
  }
}

function range(min: number, max: number): string {
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

/** What finds an item of a resource in its collection. */
export function keyType(resource: AnyResource): string {
  return `{ readonly ${resource.key}: ${readType(keyField(resource).kind, () => undefined)} }`;
}
