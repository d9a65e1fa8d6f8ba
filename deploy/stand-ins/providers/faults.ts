/** The protocols that are spoken here. */
export const protocols = ['openai', 'sd-server', 'flux', 'mystic'] as const;
export type Protocol = (typeof protocols)[number];

/** Where a call can go wrong: a picture is asked for, its task is polled, its file is fetched. */
export const places = ['ask', 'poll', 'file'] as const;
export type Place = (typeof places)[number];

/**
 * - `busy` 429 and `unavailable` 503 with Retry-After, `error` 500, `unauthorized` 401, `unfunded` 402.
 * - `cut`: the connection ends in the middle of the answer; `silent`: there is no answer at all.
 * - `wrong-type`: 200 with a web page.
 */
const anywhere = ['busy', 'error', 'unavailable', 'unauthorized', 'unfunded', 'cut', 'silent', 'wrong-type'] as const;
/** The file's bytes: those of no image, or only the first half. */
const damages = ['not-image', 'truncated'] as const;
/**
 * - `lost`: it is taken and charged, but the connection ends without an answer. `moderated`: it makes no such picture.
 * - Of tasks, `failed` ends them, and `failed-first` reports that once though they end well.
 * - Of webhooks, `duplicate` sends each twice, `forged` first one with a wrong signature, `early` one that comes before
 *   the answer to the request, `unsent` none.
 */
const ofTasks = ['lost', 'moderated', 'failed', 'failed-first', 'duplicate', 'forged', 'early', 'unsent'] as const;

/** Of a poll, `gone`: there is no such task. Of a file, `expired`. */
export const faultKinds = [...new Set([...anywhere, ...damages, ...ofTasks, 'gone', 'expired'] as const)];
export type FaultKind = (typeof faultKinds)[number];
export type CommonFault = (typeof anywhere)[number];

const atOnce: readonly FaultKind[] = [...anywhere, ...damages, 'lost', 'moderated'];
const byTask: Record<Place, readonly FaultKind[]> = {
  ask: [...anywhere, ...ofTasks],
  poll: [...anywhere, 'gone'],
  file: [...anywhere, ...damages, 'expired'],
};

/** What can go wrong there; nothing where a protocol has no such call. */
export function kindsAt(protocol: Protocol, place: Place): readonly FaultKind[] {
  if (protocol === 'flux') return byTask[place].filter((kind) => !webhookFaults.has(kind));
  if (protocol === 'mystic') return byTask[place];
  return place === 'ask' ? atOnce : [];
}
const webhookFaults: ReadonlySet<FaultKind> = new Set(['duplicate', 'forged', 'early', 'unsent']);

export const isCommon = (kind: FaultKind): kind is CommonFault => (anywhere as readonly FaultKind[]).includes(kind);

export interface Settings {
  /** How long a picture takes at least. */
  delayMs: number;
  /** What 429 and 503 say. */
  retryAfterSeconds: number;
}

/** Faults that were ordered, each for so many of the next calls of its place. */
export class Faults {
  readonly #queues = new Map<string, FaultKind[]>();
  readonly #settings: Record<Protocol, Settings>;

  constructor(defaults: Settings) {
    const all = protocols.map((protocol) => [protocol, { ...defaults }] as const);
    this.#settings = Object.fromEntries(all) as Record<Protocol, Settings>;
  }

  order(protocol: Protocol, place: Place, kind: FaultKind, times: number): void {
    const key = `${protocol} ${place}`;
    this.#queues.set(key, [...(this.#queues.get(key) ?? []), ...Array.from({ length: times }, () => kind)]);
  }

  /** The fault of the call that comes now, if it has one. */
  take(protocol: Protocol, place: Place): FaultKind | undefined {
    return this.#queues.get(`${protocol} ${place}`)?.shift();
  }

  waiting(): Record<string, readonly FaultKind[]> {
    return Object.fromEntries([...this.#queues].filter(([, kinds]) => kinds.length > 0));
  }

  clear(): void {
    this.#queues.clear();
  }

  settings(protocol: Protocol): Settings {
    return this.#settings[protocol];
  }
}
