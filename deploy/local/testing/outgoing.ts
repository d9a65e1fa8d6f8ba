import dns from 'node:dns';
import { type NetConnectOpts, Socket } from 'node:net';

/** Where this process goes, and whom it asks the way to, from here on. */
export interface Outgoing {
  /** `host:port`, or a socket's path. */
  readonly places: Set<string>;
  /** Hosts that were looked up. */
  readonly names: Set<string>;
  forget(): void;
  end(): void;
}

/** Watches every connection that this process opens, by whatever library; each goes through one of these two doors. */
export function watchOutgoing(): Outgoing {
  const places = new Set<string>();
  const names = new Set<string>();
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { connect } = Socket.prototype;
  const { lookup } = dns;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    places.add(placeOf(args));
    return Reflect.apply(connect, this, args) as Socket;
  };
  dns.lookup = ((host: string, ...rest: unknown[]): unknown => {
    names.add(host);
    return Reflect.apply(lookup, dns, [host, ...rest]);
  }) as typeof lookup;
  return {
    places,
    names,
    forget() {
      places.clear();
      names.clear();
    },
    end() {
      Socket.prototype.connect = connect;
      dns.lookup = lookup;
    },
  };
}

/** Of the arguments of `Socket.connect`, which the library itself hands on as one list. */
function placeOf(args: readonly unknown[]): string {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[];
  if (typeof first === 'number') return `${typeof second === 'string' ? second : 'localhost'}:${first}`;
  if (typeof first === 'string') return first;
  const { host = 'localhost', port, path } = first as NetConnectOpts & { host?: string; port?: number; path?: string };
  return path ?? `${host}:${port}`;
}
