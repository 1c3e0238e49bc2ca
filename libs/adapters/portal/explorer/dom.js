/** Elements made by hand. Text is only ever put in as text: there is no way here to parse markup. */

/**
 * @typedef {Node | string | false | null | undefined | readonly Child[]} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes | null} [attributes] a function listens to the event of its name (`onclick`); `true` is an attribute without a value
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes, ...children) {
  return furnished(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {readonly Child[]} children
 * @returns {E}
 */
function furnished(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Element} element @param {readonly Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node || typeof child === 'string') element.append(child);
  }
}

/** The element of the page with this id. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no ${id}`);
  return element;
}

let ids = 0;

/** An id that no other element has. */
export function newId() {
  ids += 1;
  return `e${ids}`;
}
