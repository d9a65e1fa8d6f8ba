import { once } from 'node:events';
import { signal } from '../../local/process-table.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** For the environment of a product whose live memory is to be read: many of them may listen beside each other. */
export const inspectable: NodeJS.ProcessEnv = { NODE_OPTIONS: '--inspect-port=0' };

interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}

/**
 * What the main process of an `inspectable` product keeps, in MiB: its garbage is collected first. Resident memory says
 * when the collector ran last, which on a busy machine differs by more than any leak that a test could wait for.
 */
export async function liveMib(product: Product): Promise<number> {
  const inspector = new WebSocket(await inspectorOf(product));
  try {
    await once(inspector, 'open');
    await call(inspector, 'HeapProfiler.collectGarbage');
    const usage = await call<HeapUsage>(inspector, 'Runtime.getHeapUsage');
    return (usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize) / 1024 ** 2;
  } finally {
    inspector.close();
  }
}

/** Node opens its inspector when it is sent SIGUSR1, and says where. */
async function inspectorOf(product: Product): Promise<string> {
  const said = (): string | undefined => /Debugger listening on (ws:\S+)/.exec(product.output)?.[1];
  if (said() === undefined) signal(product.pid, 'SIGUSR1');
  await until(() => said() !== undefined);
  return said()!;
}

let calls = 0;

async function call<Result = unknown>(inspector: WebSocket, method: string): Promise<Result> {
  const id = ++calls;
  const answer = new Promise<Result>((resolve, reject) => {
    const hear = ({ data }: MessageEvent): void => {
      const message = JSON.parse(String(data)) as { id?: number; result?: Result; error?: { message: string } };
      if (message.id !== id) return; // an event, or another call's
      inspector.removeEventListener('message', hear);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result!);
    };
    inspector.addEventListener('message', hear);
    inspector.addEventListener('close', () => reject(new Error('the inspector is gone')), { once: true });
  });
  inspector.send(JSON.stringify({ id, method }));
  return answer;
}
