import { html, type Html } from '../page/html.js';
import { prose } from './prose.js';
import { refName, type Schema } from './document.js';

/** The members of an object, each with what it holds and its limits; members of members below it. */
export function membersOf(schema: Schema): Html {
  const { properties = {}, required = [] } = schema;
  return html`<ul class="members">
    ${Object.entries(properties).map(([name, member]) => memberItem(name, member, required.includes(name)))}
  </ul>`;
}

function memberItem(name: string, member: Schema, isRequired: boolean): Html {
  const inner = innerOf(member);
  const limits = limitsText(member);
  return html`<li>
    <code class="name">${name}</code> <span class="kind">${kindOf(member)}</span>
    ${isRequired && html`<span class="flag">required</span>`}
    ${member.readOnly === true && html`<span class="flag soft">made by the service</span>`}
    ${member['x-module'] !== undefined && html`<span class="flag soft">${member['x-module']} module</span>`}
    ${
      (limits !== '' || member.description !== undefined) &&
      html`<p class="about">${prose(withLimits(member.description, limits))}</p>`
    }
    ${
      inner !== undefined &&
      html`<details>
        <summary>its members</summary>
        ${membersOf(inner)}
      </details>`
    }
  </li>`;
}

/** An object inside, itself or in a list. */
function innerOf({ properties, items }: Schema): Schema | undefined {
  if (properties !== undefined) return { properties };
  return items?.properties === undefined ? undefined : items;
}

/** What a schema holds, in words, with links to the shapes that have names. */
export function kindOf(schema: Schema): Html {
  const { $ref, type, format, items, allOf, anyOf, oneOf, properties } = schema;
  if ($ref !== undefined) return html`<a href="#shape-${refName($ref)}">${refName($ref)}</a>`;
  if (allOf?.[0] !== undefined) return kindOf(allOf[0]);
  const choice = properties === undefined ? (anyOf ?? oneOf) : undefined;
  if (choice !== undefined) {
    return html`${choice.map((one, index) => html`${index > 0 && ' or '}${kindOf(one)}`)}`;
  }
  if (type === 'array') return html`list of ${kindOf(items ?? {})}`;
  if (type === undefined) return html`any JSON`;
  return html`${type === 'integer' ? type : (format ?? type)}`;
}

/** The sentence about a member with its limits at the end of it. */
function withLimits(sentence: string | undefined, limits: string): string {
  const words = sentence?.replace(/\.$/, '');
  return [words, limits].filter(Boolean).join(', ') + (words === undefined ? '' : '.');
}

/** Text as long as an address or a body may be: that is said once, among the limits. */
const FOLLOWS_FROM = 8_000;

/** The limits of a value, in words. */
export function limitsText(schema: Schema): string {
  const { minLength = 0, maxLength = Infinity, maxItems, format } = schema;
  const words = [
    ...(format !== undefined || maxLength >= FOLLOWS_FROM
      ? []
      : [`${minLength > 0 ? `${minLength} to` : 'at most'} ${maxLength} characters`]),
    ...rangeOf(schema),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
    ...(schema.enum === undefined ? [] : [`one of ${schema.enum.map(String).join(', ')}`]),
    ...(schema.const === undefined ? [] : [`always ${String(schema.const)}`]),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} when left out`]),
  ];
  return words.join(', ');
}

/** The range of a number: `1 to 999,999,999`, `less than 10,000,000,000,000 either way`. */
function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): readonly string[] {
  const least = orNothing(minimum ?? exclusiveMinimum);
  const most = orNothing(maximum ?? exclusiveMaximum);
  const isWithin = exclusiveMaximum !== undefined;
  if (least === undefined)
    return most === undefined ? [] : [`${isWithin ? 'less than' : 'at most'} ${plain(most)}`];
  if (most === undefined) return [`at least ${plain(least)}`];
  if (least === -most) return [`${isWithin ? 'less than' : 'at most'} ${plain(most)} either way`];
  return [`${plain(least)} to ${plain(most)}`];
}

/** The bounds of all that JSON counts are none of this number's own. */
function orNothing(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function plain(value: number): string {
  return value.toLocaleString('en-GB');
}
