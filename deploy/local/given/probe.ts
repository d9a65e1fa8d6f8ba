/** What one look at a server that is not ours found. */
export type Probed =
  /** It can be used; `warnings` tell what is wrong with some of its hosts. */
  | { readonly kind: 'ready'; readonly warnings: readonly string[] }
  /** It may come yet: why not now, in half a sentence without secrets. */
  | { readonly kind: 'away'; readonly why: string }
  /** Waiting mends nothing: a sentence for whoever has to. */
  | { readonly kind: 'refused'; readonly why: string };

export const READY: Probed = { kind: 'ready', warnings: [] };
export const away = (why: string): Probed => ({ kind: 'away', why });
export const refused = (why: string): Probed => ({ kind: 'refused', why });

/** A server that the environment names. */
export interface Given {
  /** With its hosts and without its password, as `PostgreSQL at db:5432/easel`. */
  readonly name: string;
  /** What a person types to see for himself whether it is there. */
  readonly check: string;
  /** Looks once; answers within seconds, and leaves nothing open. */
  probe(): Promise<Probed>;
}

/** One answer for a server of several hosts: one that is well is enough, and a fault is told rather than waited on. */
export function together(hosts: readonly (readonly [host: string, found: Probed])[]): Probed {
  const [only] = hosts;
  if (only && hosts.length === 1) return only[1];
  const faults = hosts.flatMap(([, found]) => (found.kind === 'refused' ? [found.why] : []));
  const absent = hosts.flatMap(([host, found]) => (found.kind === 'away' ? [`${host}: ${found.why}`] : []));
  if (faults.length + absent.length < hosts.length) return { kind: 'ready', warnings: [...new Set(faults), ...absent] };
  const [fault] = faults;
  return fault === undefined ? away(absent.join('; ')) : refused(fault);
}
