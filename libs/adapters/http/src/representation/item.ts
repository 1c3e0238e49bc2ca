import {
  merge,
  keyOf,
  type AnyResource,
  type AnyValue,
  type KeyValue,
  type ModuleName,
} from '@kontor/kernel';
import { actionsOf, actionsWithin, type ItemNow } from './item-actions.js';
import { DEMO_LINKS, depthOf, PLAIN_LINKS, type LinkStyle, type Links } from './links.js';
import { fieldsPrinter, isAddressed } from './member-printer.js';

/**
 * Writes items of one resource as JSON text, by concatenation: no intermediate objects, no codecs
 * (performance rule 7).
 */
export type ItemPrinter = {
  /** An item as it stands in a collection, or as answered to a write. `parents`: the items it lives in. */
  item(value: AnyValue, parents: readonly KeyValue[], style: LinkStyle): string;
  /**
   * What can be done with an item now (D92), as JSON text: what the caller may, but for what its state
   * forbids.
   */
  actions(value: AnyValue, parents: readonly KeyValue[], style: LinkStyle, now: ItemNow): string;
  /** What an item read alone says beyond the item itself. `actions`: as above. */
  withActions(
    item: string,
    value: AnyValue,
    parents: readonly KeyValue[],
    style: LinkStyle,
    actions: string,
  ): string;
  self(value: AnyValue, parents: readonly KeyValue[], style: LinkStyle): string;
};

/**
 * Prepares the printer of a resource for agreements with these modules: members of other modules are absent
 * (§2.1). `at`: the path of the items, where they are shown at another than their own.
 */
export function itemPrinter(
  resource: AnyResource,
  links: Links,
  modules: readonly ModuleName[],
  at?: string,
): ItemPrinter {
  const printMembers = fieldsPrinter(resource.fields, links, modules);
  const itemUrl = links.itemMaker(resource.collection, at);
  const itemPath = at ?? links.pathsOf(resource).item;
  const { relationUrls, wrapped } = linkedFrom(resource, links, modules, at);
  const hasParts = Object.values(resource.fields).some(({ kind }) => isAddressed(kind));

  const relations = (self: string, style: LinkStyle): string => {
    const [path = self] = style.demo ? self.split('?', 1) : [self];
    let text = '';
    for (const [label, suffix] of relationUrls) {
      text += `,${label}:"${path}${suffix}${style.demo ? '?demo=true' : ''}"`;
    }
    for (const [label, suffix] of wrapped) {
      text += `,${label}:"${path}${suffix}${style.demo ? '?demo=true' : ''}"}`;
    }
    return text;
  };
  const identity = at === undefined ? [resource.key] : trailingParameters(at);
  const [only] = identity.length === 1 ? identity : [];
  const self = (value: AnyValue, parents: readonly KeyValue[], style: LinkStyle): string => {
    if (only !== undefined) {
      const own = value[only] as KeyValue;
      return itemUrl(parents.length === 0 ? [own] : [...parents, own], style);
    }
    return itemUrl([...parents, ...identity.map((name) => value[name] as KeyValue)], style);
  };

  return {
    self,
    item: (value, parents, style) => {
      const url = self(value, parents, style);
      const printed = hasParts ? merge(style, { at: `${url}#` }) : style;
      return `${printMembers(value, printed)}${relationUrls.length + wrapped.length > 0 ? relations(url, style) : ''},"self":"${url}"}`;
    },
    actions: (value, parents, style, { offers, without = [], more = [] }) =>
      [
        ...actionsOf(
          resource,
          self(value, parents, style),
          (method, name) => !without.includes(name) && offers(method, itemPath),
        ),
        ...more,
        ...actionsWithin(resource, links, [...parents, keyOf(resource, value)], { style, offers }),
      ].join(),
    withActions: (item, value, parents, style, actions) => {
      if (actions === '') return item;
      const url = self(value, parents, style);
      const end = `,"self":"${url}"}`;
      return `${item.slice(0, -end.length)},"metaData":{${actions}}${end}`;
    },
  };
}

/**
 * The text that the tag of an item is made from (amendment 140), of one as it was answered: without the
 * actions that stand before its address where it was told with them (`withActions`).
 */
export function withoutActions(answered: string): string {
  const end = answered.lastIndexOf(',"self":"');
  const start = answered.lastIndexOf(METADATA, end);
  if (start < 0) return answered;
  // A setting may hold a member of that name, which ends before what holds it does.
  const rest = answered.slice(start + METADATA.length, end);
  return isJson(`{${rest}`) ? answered.slice(0, start) + answered.slice(end) : answered;
}

/**
 * An item as it was answered, without a member of its own that is a text and not its first. Within a text,
 * quotation marks are escaped: what looks like the member is the member.
 */
export function withoutMember(answered: string, name: string): string {
  const label = `,${JSON.stringify(name)}:"`;
  const start = answered.indexOf(label);
  if (start < 0) return answered;
  const length = /^(?:[^"\\]|\\.)*"/.exec(answered.slice(start + label.length))?.[0].length ?? 0;
  return answered.slice(0, start) + answered.slice(start + label.length + length);
}

const METADATA = ',"metaData":{';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type LinkSuffix = readonly [label: string, suffix: string];

/**
 * What an item links to below its own address, each as its label and what is appended: its relations and
 * links, and those that stand in an object of their own.
 */
function linkedFrom(
  resource: AnyResource,
  links: Links,
  modules: readonly ModuleName[],
  at: string | undefined,
): { readonly relationUrls: readonly LinkSuffix[]; readonly wrapped: readonly LinkSuffix[] } {
  const relations = Object.entries(resource.relations).map(([name, { to, by }]): LinkSuffix => [
    JSON.stringify(name),
    by === undefined ? belowItem(resource, to, links) : `/${name.toLowerCase()}`,
  ]);
  const shown = Object.entries(resource.links).filter(
    ([, { needs, below }]) =>
      (needs === undefined || modules.includes(needs)) &&
      (below === undefined || at?.split('/').includes(below) === true),
  );
  const plain = shown
    .filter(([, { member }]) => member === undefined)
    .map(([name]): LinkSuffix => [JSON.stringify(name), `/${pathWord(name)}`]);
  const wrapped = shown.flatMap(([name, { member }]): readonly LinkSuffix[] =>
    member === undefined
      ? []
      : [[`${JSON.stringify(name)}:{${JSON.stringify(member)}`, `/${pathWord(name)}`]],
  );
  return { relationUrls: [...relations, ...plain], wrapped };
}

/**
 * Where, below the URL of an item, the items of another resource are that live within it:
 * `/delivery-locations`.
 */
function belowItem(resource: AnyResource, to: string, links: Links): string {
  const inner = links.within(resource.collection).find(({ collection }) => collection === to);
  if (inner === undefined) throw new Error(`${to} are not mounted within ${resource.collection}`);
  const url = links.collection(inner, Array<KeyValue>(depthOf(inner)).fill(1), PLAIN_LINKS);
  return url.slice(url.lastIndexOf('/'));
}

/**
 * The members that identify an item at a path: its key, or `voucherId` and `date` at
 * `…/vouchers/:voucherId/:date` (§2.8).
 */
function trailingParameters(path: string): readonly string[] {
  return /(?:\/:\w+)*$/.exec(path)?.[0].match(/\w+/g) ?? [];
}

/** `accountingYears` lies at `accounting-years`. */
export function pathWord(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Printers are prepared once for each resource, set of modules and path. */
export function printers(
  links: Links,
): (resource: AnyResource, modules: readonly ModuleName[], at?: string) => ItemPrinter {
  const prepared = new Map<AnyResource, Map<string, ItemPrinter>>();
  return (resource, modules, at) => {
    let byName = prepared.get(resource);
    if (byName === undefined) prepared.set(resource, (byName = new Map()));
    const name = at === undefined ? modules.join() : `${at} ${modules.join()}`;
    let printer = byName.get(name);
    if (printer === undefined) byName.set(name, (printer = itemPrinter(resource, links, modules, at)));
    return printer;
  };
}

/** How the links of an answer are written: those of the demo agreement carry `demo=true`. */
export function styleOf(demo: boolean): LinkStyle {
  return demo ? DEMO_LINKS : PLAIN_LINKS;
}
