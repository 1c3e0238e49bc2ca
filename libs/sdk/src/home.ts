import type { Home } from './generated/home.js';
import { isObject } from './is-object.js';

type WireMap = Readonly<Record<string, string>>;
type WireHome = {
  readonly stable: WireMap;
  readonly experimental: WireMap;
  readonly deprecated: WireMap;
  readonly self: string;
};

/** Whether an answer is the home resource. */
export function isHome(body: unknown): body is WireHome {
  return isObject(body) && 'stable' in body && 'experimental' in body;
}

/** Home with the names of its endpoints in camel case, and each of them at hand whatever its stability is. */
export function homeOf(wire: WireHome): Home {
  const [stable, experimental, deprecated] = [wire.stable, wire.experimental, wire.deprecated].map(
    camelCased,
  );
  return {
    ...deprecated,
    ...experimental,
    ...stable,
    ...wire,
    stable,
    experimental,
    deprecated,
  } as Home;
}

function camelCased(map: WireMap): WireMap {
  return Object.fromEntries(
    Object.entries(map).map(([name, url]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      url,
    ]),
  );
}
