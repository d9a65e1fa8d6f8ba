/** Supported protocols. */
export const protocols = ['openai', 'sd-server', 'flux', 'mystic'] as const;
export type Protocol = (typeof protocols)[number];

/** Places of faults: the request for a picture, a poll of its task, the download of its file. */
export const places = ['ask', 'poll', 'file'] as const;
export type Place = (typeof places)[number];

/**
 * - `busy` 429 and `unavailable` 503 with Retry-After, `error` 500, `unauthorized` 401, `unfunded` 402.
 * - `cut`: the connection closes in the middle of the answer.
 * - `silent`: no answer arrives.
 * - `wrong-type`: 200 with an HTML page.
 */
const anywhere = ['busy', 'error', 'unavailable', 'unauthorized', 'unfunded', 'cut', 'silent', 'wrong-type'] as const;
/** Damaged files: `not-image` has other bytes, `truncated` only the first half. */
const damages = ['not-image', 'truncated'] as const;
/**
 * - `lost`: the request is accepted and charged, but the connection closes without an answer.
 * - `moderated`: the request is refused by moderation.
 * - `failed`: the task fails. `failed-first`: it reports a failure once and then succeeds.
 * - Webhooks: `duplicate` sends each twice, `forged` sends one with a wrong signature first, `early` sends one before
 *   the request is answered, `unsent` sends none.
 */
const ofTasks = ['lost', 'moderated', 'failed', 'failed-first', 'duplicate', 'forged', 'early', 'unsent'] as const;

/** All kinds. A poll can also answer `gone`, and a file can be `expired`. */
export const faultKinds = [...new Set([...anywhere, ...damages, ...ofTasks, 'gone', 'expired'] as const)];
export type FaultKind = (typeof faultKinds)[number];
export type CommonFault = (typeof anywhere)[number];

const atOnce: readonly FaultKind[] = [...anywhere, ...damages, 'lost', 'moderated'];
const byTask: Record<Place, readonly FaultKind[]> = {
  ask: [...anywhere, ...ofTasks],
  poll: [...anywhere, 'gone'],
  file: [...anywhere, ...damages, 'expired'],
};

/** Returns the possible faults of a call; empty when the protocol does not have this call. */
export function kindsAt(protocol: Protocol, place: Place): readonly FaultKind[] {
  if (protocol === 'flux') return byTask[place].filter((kind) => !webhookFaults.has(kind));
  if (protocol === 'mystic') return byTask[place];
  return place === 'ask' ? atOnce : [];
}
const webhookFaults: ReadonlySet<FaultKind> = new Set(['duplicate', 'forged', 'early', 'unsent']);

export const isCommon = (kind: FaultKind): kind is CommonFault => (anywhere as readonly FaultKind[]).includes(kind);

export interface Settings {
  /** Least time per picture. */
  delayMs: number;
  /** Retry-After of 429 and 503 answers. */
  retryAfterSeconds: number;
}

/** Queue of injected faults, by protocol and place. */
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

  /** Removes and returns the next call's fault, if any. */
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
