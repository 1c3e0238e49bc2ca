/** Whether JSON says an object, and no list. */
export function isObject(one: unknown): one is Readonly<Record<string, unknown>> {
  return typeof one === 'object' && one !== null && !Array.isArray(one);
}
