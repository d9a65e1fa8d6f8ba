import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Lifecycle, NotReady } from './lifecycle.ts';
import { createLogger } from './logger.ts';

const newLifecycle = (): Lifecycle => new Lifecycle({ logger: createLogger({ name: 'test', level: 'silent' }) });

test('is ready while every check passes, and tells of those that do not what may be told', async () => {
  const lifecycle = newLifecycle();
  expect(await lifecycle.readiness()).toEqual({ ready: true, checks: {} });
  lifecycle.addCheck('log', async () => undefined);
  lifecycle.addCheck('database', async () => {
    throw new RangeError('secret detail');
  });
  lifecycle.addCheck('imaging', async () => {
    throw new NotReady('No render worker has reported for 42 s');
  });
  expect(await lifecycle.readiness()).toEqual({
    ready: false,
    checks: { log: 'ok', database: 'RangeError', imaging: 'No render worker has reported for 42 s' },
  });
});

test('drains first, stops in reverse, once, whatever fails or is late', async () => {
  const lifecycle = newLifecycle();
  const stopped: string[] = [];
  lifecycle.onShutdown('database', async () => void stopped.push(`database ${lifecycle.draining.aborted}`));
  lifecycle.onShutdown('late', () => new Promise(() => undefined), 1);
  lifecycle.onShutdown('failing', () => Promise.reject(new Error('no')));
  lifecycle.onShutdown('server', async () => void stopped.push('server'));
  await Promise.all([lifecycle.shutdown(), lifecycle.shutdown()]);
  expect(stopped).toEqual(['server', 'database true']);
  expect(await lifecycle.readiness()).toEqual({ ready: false, checks: { process: 'draining' } });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s drains and ends the process well', async (signal) => {
  const [lifecycleUrl, loggerUrl] = ['./lifecycle.ts', './logger.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  );
  const program = `
    import { Lifecycle } from ${JSON.stringify(lifecycleUrl)};
    import { createLogger } from ${JSON.stringify(loggerUrl)};
    const lifecycle = new Lifecycle({ logger: createLogger({ name: 'child', level: 'silent' }) });
    lifecycle.onShutdown('database', async () => { process.stdout.write('database stopped '); });
    lifecycle.onShutdown('server', async () => { process.stdout.write('server stopped, '); });
    lifecycle.listenToSignals();
    setInterval(() => undefined, 1_000_000);
    process.stdout.write('ready ');
  `;
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    if (told === 'ready ') child.kill(signal);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, told }).toEqual({ code: 0, told: 'ready server stopped, database stopped ' });
});
