import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe } from 'vitest';
import { describeBus, type BusServer } from './bus.contract.ts';
import { openBus } from './bus.ts';
import { createTestDatabase } from '../testing/database.ts';
import { NetworkSwitch } from '../testing/network-switch.ts';

describeBus('postgres', async (): Promise<BusServer> => {
  const database = await createTestDatabase();
  const { door, url } = await NetworkSwitch.beforeUrl(database.url);
  return {
    open: (logger) => openBus({ databaseUrl: url, logger }),
    stop: () => door.shut(),
    start: () => door.open(),
    hang: () => door.stall(),
    goOn: () => door.resume(),
    remove: async () => {
      await door.shut();
      await database.drop();
    },
  };
});

const natsIsHere = spawnSync('nats-server', ['--version']).status === 0;

describe.runIf(natsIsHere)('where nats-server is on the PATH', () => {
  describeBus('nats', async (): Promise<BusServer> => {
    const port = await freePort();
    let server: ChildProcess | undefined = await startNats(port);
    const stop = async (): Promise<void> => {
      const stopped = server && once(server, 'exit');
      server?.kill('SIGKILL');
      server = undefined;
      await stopped;
    };
    return {
      open: (logger) => openBus({ natsUrl: `nats://127.0.0.1:${port}`, databaseUrl: 'unused', logger }),
      stop,
      remove: stop,
      hang: () => void server?.kill('SIGSTOP'),
      goOn: () => void server?.kill('SIGCONT'),
      async start() {
        server ??= await startNats(port);
      },
    };
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startNats(port: number): Promise<ChildProcess> {
  const server = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: server.stderr })) {
    if (!line.includes('Server is ready')) continue;
    server.stderr.resume();
    return server;
  }
  throw new Error('nats-server ended before it was ready');
}
