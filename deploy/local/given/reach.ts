import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';

const PATIENCE_MS = 5_000;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Connects to a port and leaves; throws what Node says, ETIMEDOUT for a host that is silent. */
export function reach({ address: host, port }: Endpoint, tls: SecureContextOptions | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket: Socket = tls
    ? connectTls({ ...tls, host, port, ALPNProtocols: ['h2'], ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp({ host, port });
  socket.once(tls ? 'secureConnect' : 'connect', () => resolve());
  socket.once('error', reject);
  socket.once('close', () => reject(coded('ECONNRESET')));
  socket.setTimeout(PATIENCE_MS, () => reject(coded('ETIMEDOUT')));
  return promise.finally(() => socket.destroy());
}

const coded = (code: string): Error => Object.assign(new Error(code), { code });
