import { readBusAddress, type BusAddress } from '@easel/kernel/bus/bus-address';
import { connect } from 'nats';
import { connectionFault } from './connection-fault.ts';
import { away, READY, refused, together, type Given, type Probed } from './probe.ts';

const PATIENCE_MS = 3_000;
/** The client's codes for an account that is not let in. */
const REFUSALS = new Set([
  'AUTHORIZATION_VIOLATION',
  'AUTHENTICATION_EXPIRED',
  'ACCOUNT_EXPIRED',
  'BAD_AUTHENTICATION',
  'BAD_CREDS',
]);

/** Where NATS is, for people: no account. */
export const busName = (address: string): string => `NATS at ${readBusAddress(address).servers.join(', ')}`;

/** NATS servers, each looked at by itself: the client would tell of the last one it tried. */
export function givenNats(address: string): Given {
  const read = readBusAddress(address);
  return {
    name: busName(address),
    check: read.servers.map(checkOf).join('; '),
    probe: async () => {
      const found = await Promise.all(read.servers.map((server) => probe(server, read)));
      return together(read.servers.map((server, index) => [server, found[index]!]));
    },
  };
}

async function probe(server: string, { tls, login }: BusAddress): Promise<Probed> {
  try {
    const client = await connect({
      servers: [server],
      name: 'easel start',
      timeout: PATIENCE_MS,
      reconnect: false,
      maxReconnectAttempts: 0,
      ignoreClusterUpdates: true,
      ...(tls && { tls: {} }),
      ...login,
    });
    await client.close();
    return READY;
  } catch (error) {
    return busFault(error, `NATS at ${server}`);
  }
}

function checkOf(server: string): string {
  const { hostname, port } = new URL(`nats://${server}`);
  return `nc -vz ${hostname} ${port || '4222'}`;
}

/** What the client's error says of one server. */
export function busFault(error: unknown, name: string): Probed {
  const { code, message } = error instanceof Error ? (error as Error & { code?: string }) : { message: String(error) };
  if (REFUSALS.has(code ?? '')) {
    return refused(`${name} refuses the account or token in NATS_URL, or asks for one: correct it`);
  }
  if (code === 'CONNECTION_REFUSED') return away('nothing listens there');
  if (code === 'SERVER_OPT_NA') {
    return refused(
      `${name} does not offer what NATS_URL asks for (${message}): nats:// is without TLS, tls:// with it`,
    );
  }
  const fault = connectionFault(error, {
    name,
    trust: 'name its authority’s file by NODE_EXTRA_CA_CERTS',
    plain: 'where that is meant, NATS_URL begins with nats://',
  });
  return fault ?? away(message);
}
