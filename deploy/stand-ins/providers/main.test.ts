import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { ChildPrograms } from '../testing/child-programs.ts';
import { KEY, WEBHOOK_SECRET } from './testing/open-stand-in.ts';

// Tests the process, run from its sources.

const programs = new ChildPrograms(new URL('./main.ts', import.meta.url));
const run = programs.run.bind(programs);
afterEach(() => programs.killAll());

const configured = {
  PROVIDERS_STANDIN_PORT: '0',
  PROVIDERS_STANDIN_KEY: KEY,
  PROVIDERS_STANDIN_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

test('stops at SIGTERM, also while a call is unanswered', async () => {
  const child = run(configured);
  const exit = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const call = (path: string, headers: object, body: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const bearer = { authorization: `Bearer ${KEY}` };
  await call('/_control/faults', bearer, { protocol: 'flux', kind: 'silent' });
  const silent = call('/flux/v1/flux-2-pro', { 'x-key': KEY }, { prompt: 'a pond' }).catch((error: unknown) => error);
  await call('/_control/clear', bearer, {});
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  expect(await silent).toBeInstanceOf(TypeError);
});

test.each([
  ['PROVIDERS_STANDIN_KEY', 'short'],
  ['PROVIDERS_STANDIN_DELAY_MS', 'slow'],
])('names the invalid variable %s', async (name, value) => {
  const child = run({ ...configured, [name]: value });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toContain(name);
  expect(said).not.toContain(`"${value}"`);
});

test('prints its help', async () => {
  const child = run({}, '--help');
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(said).toContain('PROVIDERS_STANDIN_DELAY_MS');
});
