import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createTestDatabase } from '@easel/kernel/testing/database';

interface StandInProcess {
  port: number;
  url: string;
  /** A control call. */
  control: <T = unknown>(path: string, body?: object) => Promise<T>;
  stop: () => Promise<void>;
}

/** Starts a stand-in as a process with a database of its own; `settings` are its variables without their prefix. */
export async function startStandIn(
  command: readonly string[],
  prefix: string,
  settings: Record<string, string>,
): Promise<StandInProcess> {
  const database = await createTestDatabase();
  const [program = '', ...args] = command;
  const own = { DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'error', ...settings };
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      EASEL_EXIT_WITH_PARENT: '1',
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`${prefix}_${name}`, value])),
    },
  });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error(`${prefix}: it ended before it was ready`))),
  ])) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    control: async <T>(path: string, body?: object): Promise<T> => {
      const reply = await fetch(`${url}/_control/${path}`, {
        ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const answer: unknown = await reply.json();
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(answer)}`);
      return answer as T;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await database.drop();
    },
  };
}
