import { afterAll, beforeAll, expect, test } from 'vitest';
import { DevCopy } from './harness/dev-copy.ts';

const dev = new DevCopy();

beforeAll(() => dev.start());
afterAll(() => dev.remove());

const NOWHERE = '/api/nowhere';

test('the one address serves both clients from their sources, and the app behind them', async () => {
  expect(await dev.text('/')).toContain('/@vite/client');
  expect(await dev.text('/gallery')).toContain('src="/src/app/entry-client.tsx');
  for (const path of ['/admin', '/admin/messages']) expect(await dev.text(path)).toContain('/admin/@vite/client');
  expect(await dev.text('/health/ready')).toContain('"ready":true');
});

test('what the app answers keeps its policy of content', async () => {
  const { headers } = await fetch(dev.address + NOWHERE);
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
});

test('a contract that is changed is in force at once, for the app and the pages', async () => {
  dev.change('contracts/src/kernel/problem.ts', "'Not found'", "'There is nothing here'");
  await dev.answers(NOWHERE, 'There is nothing here');
  await dev.says('problem.ts: restarting');
});

test('so is a controller, with what its types say is injected', async () => {
  const more = "{ status: 'live', draining: this.lifecycle.draining.aborted } as { status: 'live' };";
  dev.change('services/kernel/src/http/health.controller.ts', "{ status: 'live' };", more);
  await dev.answers('/health/live', '"draining":false');
});

test('what cannot be read is told, and what served goes on serving', async () => {
  dev.change('contracts/src/kernel/problem.ts', "'There is nothing here'", "'There is");
  await dev.says('Unterminated string');
  expect(await dev.text(NOWHERE)).toContain('There is nothing here');
  dev.change('contracts/src/kernel/problem.ts', "'There is]", "'There is something']");
  await dev.answers(NOWHERE, 'There is something');
});

test('a changed page is told to the browser, which keeps its state', async () => {
  const heard = await listen();
  const page = '/src/features/members/login-page.tsx';
  await dev.text(page); // somebody looks at it
  dev.change(`web${page}`, 'Pick up where you left off.', 'Go on.');
  await expect.poll(() => heard.find(({ type }) => type === 'update')?.updates?.[0]?.path).toBe(page);
  expect(await dev.text(page)).toContain('Go on.');
});

test('it ends in good order and leaves nothing running', async () => {
  expect(await dev.stop()).toBe(true);
});

interface HotMessage {
  readonly type: string;
  readonly updates?: readonly { readonly path: string }[];
}

/** What vite tells the browsers that look at the member app. */
async function listen(): Promise<readonly HotMessage[]> {
  const token = /wsToken = "([^"]+)"/.exec(await dev.text('/@vite/client'))?.[1];
  const socket = new WebSocket(`${dev.address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const heard: HotMessage[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as HotMessage));
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', fail);
  });
  return heard;
}
