const OBJECT_BYTES = 60;
const MEMBER_BYTES = 20;
const STRING_BYTES = 20;

/** How much plain data takes in memory, at most: its texts at two bytes a character, and what holds them. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return STRING_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = OBJECT_BYTES;
  if (value instanceof Map) {
    for (const [key, one] of value) bytes += MEMBER_BYTES + bytesOf(key) + bytesOf(one);
    return bytes;
  }
  for (const one of Object.values(value)) bytes += MEMBER_BYTES + bytesOf(one);
  return bytes;
}
