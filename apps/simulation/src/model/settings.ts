import type { Outcome, Specification } from '../history/linearizable.js';
import type { Random } from '../world/random.js';
import {
  GONE_MEANWHILE,
  having,
  outcome,
  refusals,
  whereMatching,
  without,
  type Body,
  type Seen,
  type Wanted,
} from './seen.js';

type Setting = { readonly content: string; readonly etag: string | undefined };

/** The settings that an app keeps for an agreement: at most 200 (G11). */
export type Settings = ReadonlyMap<string, Setting>;

/** What a client asks of the settings that an app keeps. */
export type SettingsOp =
  | {
      readonly kind: 'putSetting';
      readonly key: string;
      readonly content: string;
      readonly ifMatch: string | undefined;
    }
  | { readonly kind: 'makeSetting'; readonly key: string; readonly content: string }
  | { readonly kind: 'removeSetting'; readonly key: string }
  | { readonly kind: 'getSetting'; readonly key: string }
  | { readonly kind: 'countSettings' };

const SETTINGS_MAX = 200;
/** So many are there from the beginning, so that the limit is near. */
export const SETTINGS_AT_FIRST = 197;
const NAMES = Array.from({ length: 6 }, (_, index) => `s${index}`);

/** What is there before any client has written: enough that the limit of 200 is near. */
export function settingsAtFirst(): Settings {
  return new Map(
    Array.from({ length: SETTINGS_AT_FIRST }, (_, index) => [
      `first${index}`,
      { content: 'x', etag: undefined },
    ]),
  );
}

/** What every answer about settings may be, after what went before. */
export const settingsSpecification: Specification<Settings, SettingsOp, Seen> = {
  nameOf: (settings) => JSON.stringify([settings.size, NAMES.map((name) => settings.get(name))]),
  outcomes: (settings, op) => outcomesOf(settings, op),
};

function outcomesOf(settings: Settings, op: SettingsOp): readonly Outcome<Settings, Seen>[] {
  if (op.kind === 'countSettings')
    return [outcome({ status: 200, figures: settings.size, next: () => settings })];
  const found = settings.get(op.key);
  if (op.kind === 'makeSetting' && found !== undefined) return refusals(settings, [412, 'E05120']);
  if (op.kind === 'putSetting' || op.kind === 'makeSetting') {
    const { key, content } = op;
    const ifMatch = op.kind === 'putSetting' ? op.ifMatch : undefined;
    if (found === undefined && ifMatch !== undefined)
      return refusals(settings, [412, 'E05120'], GONE_MEANWHILE);
    if (found === undefined && settings.size >= SETTINGS_MAX) return refusals(settings, [400, 'E10060']);
    return whereMatching(settings, ifMatch, found?.etag, () => [
      outcome({
        status: found === undefined ? 201 : 200,
        figures: [key, content],
        ...(found?.content !== content && { unlike: found?.etag }),
        next: (seen) => having(settings, key, { content, etag: seen?.etag }),
      }),
    ]);
  }
  if (found === undefined) return refusals(settings, [404, 'E06000']);
  if (op.kind === 'removeSetting') return [outcome({ status: 204, next: () => without(settings, op.key) })];
  return [
    outcome({
      status: 200,
      figures: [op.key, found.content],
      etag: found.etag,
      next: (seen) => having(settings, op.key, { ...found, etag: found.etag ?? seen?.etag }),
    }),
  ];
}

const figuresOf = (body: Body): unknown => [body.settingKey, body.content];

/** The next operation of a client, of which most meet those of others at the same names. */
export function wantSettings(random: Random, settings: Settings, things: Random): Wanted<SettingsOp> {
  const key = things.oneOf(NAMES);
  const path = `/app-settings/agreement/${key}`;
  const seen = settings.get(key);
  const tag = seen?.etag;
  // All who want the same things may want to change the state that they have seen, or to have it gone.
  const [isContest, isToGo] = [things.chance(0.2), things.chance(0.1)];
  // Some save what they have seen as it is.
  const same = isContest && random.chance(0.4) ? seen : undefined;
  const content = same?.content ?? (random.chance(0.3) ? 'c' : `c${random.below(50)}`);
  const ifMatch = random.chance(isContest ? 1 : 0.4) ? (random.chance(0.85) ? tag : '"other"') : undefined;
  const throwOf = isToGo && random.chance(0.7) ? 4 : random.below(isContest ? 5 : 9);
  if (throwOf < 4) {
    const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    return {
      op: { kind: 'putSetting', key, content, ifMatch },
      request: { method: 'PUT', path, headers, body: { settingKey: key, content } },
      figuresOf,
    };
  }
  if (throwOf === 4)
    return {
      op: { kind: 'removeSetting', key },
      request: { method: 'DELETE', path, headers: {} },
      figuresOf,
    };
  if (throwOf === 5)
    return {
      op: { kind: 'makeSetting', key, content },
      // A PUT that only makes what is not there.
      request: { method: 'PUT', path, headers: { 'if-none-match': '*' }, body: { settingKey: key, content } },
      figuresOf,
    };
  if (throwOf === 6)
    return {
      op: { kind: 'countSettings' },
      request: { method: 'GET', path: '/app-settings/agreement?pagesize=1', headers: {} },
      figuresOf: (list) => list.pagination.results,
    };
  return { op: { kind: 'getSetting', key }, request: { method: 'GET', path, headers: {} }, figuresOf };
}
