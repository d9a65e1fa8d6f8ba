import { credentials, status, type ServiceError } from '@grpc/grpc-js';
import type { SecureContextOptions } from 'node:tls';
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { connectionFault } from './connection-fault.ts';
import { eventStoreName, readEventStoreAddress, trustOf, type Trust } from './event-store-address.ts';
import { NodeCalls, type Account } from './event-store-calls.ts';
import { away, READY, refused, together, type Given, type Probed } from './probe.ts';
import { reach, type Endpoint } from './reach.ts';

const OLDEST = { major: 23, minor: 10 };

/**
 * An EventStoreDB of one node or several, looked at as the client will use it: of several, the leader that they name.
 */
export function givenEventStore(address: string): Given {
  const options = readEventStoreAddress(address);
  const scheme = options.tls === false ? 'http' : '-k https';
  return {
    name: eventStoreName(address),
    check: options.hosts.map((host) => `curl ${scheme}://${host.address}:${host.port}/health/live`).join('; '),
    probe: () => probe(options),
  };
}

async function probe(options: ConnectionOptions): Promise<Probed> {
  const { hosts, dnsDiscover, defaultCredentials } = options;
  let trust: Trust | undefined;
  try {
    trust = trustOf(options);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  // Without TLS the client leaves the account out.
  const nodes = new Nodes(trust, trust && defaultCredentials);
  const [first] = hosts;
  if (!dnsDiscover && hosts.length === 1 && first) return nodes.examine(first);
  // The client discovers by the first name alone.
  const seeds = dnsDiscover ? hosts.slice(0, 1) : hosts;
  return together(
    await Promise.all(seeds.map(async (seed) => [addressOf(seed), await nodes.examineLeaderOf(seed)] as const)),
  );
}

/** The nodes of one event store; each is examined once, however many name it as their leader. */
class Nodes {
  private readonly examined = new Map<string, Promise<Probed>>();
  private readonly trust: Trust | undefined;
  private readonly account: Account | undefined;
  private readonly calls: NodeCalls;

  constructor(trust: Trust | undefined, account: Account | undefined) {
    this.trust = trust;
    this.account = account;
    const { ca, key, cert } = trust ?? {};
    this.calls = new NodeCalls(trust ? credentials.createSsl(ca, key, cert) : credentials.createInsecure());
  }

  /** The way the client finds with several hosts: whom one of them names. */
  async examineLeaderOf(seed: Endpoint): Promise<Probed> {
    const fault = await this.connectionFault(seed);
    if (fault) return fault;
    const leader = await this.asked(seed, () => this.calls.leader(seed));
    if (!leader) return away('no leader is chosen');
    if ('kind' in leader) return leader;
    const found = await this.examine(leader);
    if (found.kind !== 'away' || addressOf(leader) === addressOf(seed)) return found;
    return away(`it names ${addressOf(leader)} as its leader, and of that: ${found.why}`);
  }

  examine(node: Endpoint): Promise<Probed> {
    const address = addressOf(node);
    const examining = this.examined.get(address) ?? this.examineNow(node);
    this.examined.set(address, examining);
    return examining;
  }

  private async examineNow(node: Endpoint): Promise<Probed> {
    const fault = await this.connectionFault(node);
    if (fault) return fault;
    return this.asked(node, async () => {
      const old = versionFault(await this.calls.version(node), nameOf(node));
      if (old) return old;
      await this.calls.readHead(node, this.account);
      return READY;
    });
  }

  private async asked<Reply>(node: Endpoint, ask: () => Promise<Reply>): Promise<Reply | Probed> {
    try {
      return await ask();
    } catch (error) {
      return callFault(error as ServiceError, { name: nameOf(node), account: this.account?.username });
    }
  }

  /** By a connection without gRPC, which tells no more than that there was none. */
  private async connectionFault(node: Endpoint): Promise<Probed | undefined> {
    const name = nameOf(node);
    try {
      await reach(node, this.trust);
    } catch (error) {
      const fault = connectionFault(error, {
        name,
        trust: 'name its authority’s file by tlsCAFile in EVENT_STORE_URL, or by NODE_EXTRA_CA_CERTS',
        plain: 'where that is meant, EVENT_STORE_URL says ?tls=false',
      });
      return fault ?? away(error instanceof Error ? error.message : String(error));
    }
    if (this.trust || !(await speaksTls(node))) return undefined;
    return refused(`${name} speaks TLS alone: leave tls=false out of EVENT_STORE_URL`);
  }
}

const addressOf = ({ address, port }: Endpoint): string => `${address}:${port}`;
const nameOf = (node: Endpoint): string => `EventStoreDB at ${addressOf(node)}`;

/** Whom it would have to trust is no matter: nothing is said to it. */
function speaksTls(node: Endpoint): Promise<boolean> {
  const anybody: SecureContextOptions & { rejectUnauthorized: boolean } = { rejectUnauthorized: false };
  return reach(node, anybody).then(
    () => true,
    () => false,
  );
}

/** Undefined for a version that will do, and for one that says nothing. */
export function versionFault(version: string, name: string): Probed | undefined {
  const [, major, minor] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined) return undefined;
  const isOld = major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
  return isOld ? refused(`${name} is version ${version}: Easel needs 23.10 or later`) : undefined;
}

/** What the status of a refused call says. */
export function callFault(
  { code, details }: Pick<ServiceError, 'code' | 'details'>,
  { name, account }: { name: string; account: string | undefined },
): Probed {
  const isRefused = code === status.UNAUTHENTICATED || code === status.PERMISSION_DENIED;
  if (isRefused && account === undefined) {
    return refused(`${name} asks for an account: put account:password@ before the host in EVENT_STORE_URL`);
  }
  switch (code) {
    case status.UNAUTHENTICATED:
      return refused(
        `${name} refuses the password of the account ${account}, or knows no such account: correct EVENT_STORE_URL`,
      );
    case status.PERMISSION_DENIED:
      return refused(
        `The account ${account} may not read $all of ${name}: make it a member of $admins, or name one that is`,
      );
    case status.UNIMPLEMENTED:
      return refused(`${name} is too old, or no EventStoreDB at all: Easel needs 23.10 or later`);
    default:
      return away(details);
  }
}
