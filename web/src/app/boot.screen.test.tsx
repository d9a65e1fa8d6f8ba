import { trialsHttp } from '@easel/contracts/trials/http';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrialField } from '../features/trial/trial-field.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { server, withFakeServer } from '../lib/testing/screen.tsx';
import { Button } from '../ui/button.tsx';

const entry = vi.hoisted(() => ({ start: (): Promise<void> => Promise.resolve() }));
vi.mock('./entry-client.tsx', () => ({
  get started() {
    return entry.start();
  },
}));
vi.mock('./measuring.ts', () => ({ measureOnceTouched: () => {} }));

withFakeServer();

const press = vi.fn<() => void>();
const app = () => (
  <QueryClientProvider client={createQueryClient()}>
    <MemoryRouter>
      <TrialField />
      <Button onClick={press}>Another theme</Button>
    </MemoryRouter>
  </QueryClientProvider>
);

/** A script of its own, without types. */
const BEFORE_PAINT = '../../public/before-paint.js';
/** As the browser does at the head of the page. */
const runBeforePaint = (): Promise<unknown> => import(/* @vite-ignore */ BEFORE_PAINT);
const boot = () => import('./boot.ts');
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Describe a picture' });
const make = () => screen.getByRole('button', { name: 'Make it' });

const until = (isSo: () => boolean) =>
  waitFor(() => {
    if (!isSo()) throw new Error('not yet');
  });

let root: Root | undefined;
let release: (() => void) | undefined;
beforeEach(() => {
  vi.resetModules();
  press.mockClear();
  release = undefined;
  server.reply(trialsHttp.current, { success: true, trial: null }).hold(trialsHttp.make);
  document.body.innerHTML = `<div id="root">${renderToString(app())}</div><script type="application/json" id="page-data"></script>`;
  entry.start = () =>
    new Promise((started) => {
      release = () => {
        const element = document.getElementById('root');
        if (element) root = hydrateRoot(element, app());
        // As the app's own first effect, it comes once everything answers.
        void until(() => server.callsOf(trialsHttp.current).length > 0).then(() => started());
      };
    });
});
afterEach(() => {
  document.dispatchEvent(new Event('DOMContentLoaded'));
  delete window.earlyEvents;
  root?.unmount();
  root = undefined;
  document.body.innerHTML = '';
});

/** As somebody types, who has nothing but the page. */
const type = (text: string) => fireEvent.input(field(), { target: { value: text } });
/** Whether the browser was kept from loading the page that the form leads to. */
const isKept = () =>
  !field().form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: make() }));
/** The app's code has come, and takes over the page. */
async function comeToLife(): Promise<void> {
  await until(() => release !== undefined);
  release?.();
}

test('a prompt sent before the first module has come is made into a picture once the app is there', async () => {
  await runBeforePaint();
  type('A red fox');
  expect(isKept()).toBe(true);
  await boot();
  await comeToLife();
  await waitFor(() =>
    expect(server.callsOf(trialsHttp.make).map(({ body }) => body)).toEqual([{ prompt: 'A red fox' }]),
  );
  expect(field().value).toBe('A red fox');
});

test('a prompt sent while the app is on its way shows that something happens, and is made into a picture', async () => {
  await boot();
  type('A red fox');
  expect(isKept()).toBe(true);
  expect(make().getAttribute('aria-busy')).toBe('true');
  await comeToLife();
  await waitFor(() =>
    expect(server.callsOf(trialsHttp.make).map(({ body }) => body)).toEqual([{ prompt: 'A red fox' }]),
  );
});

test('a button pressed before the first module has come is pressed again once the app is there', async () => {
  await runBeforePaint();
  fireEvent.click(screen.getByRole('button', { name: 'Another theme' }));
  await boot();
  await comeToLife();
  await waitFor(() => expect(press).toHaveBeenCalledOnce());
});

test('once modules have run, a form that nobody listens to is the browser’s again', async () => {
  await runBeforePaint();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(isKept()).toBe(false);
});

test('where no script runs, the page comes again with the prompt in its field', () => {
  const html = renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/search?prompt=A+red+fox']}>
        <TrialField />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html).toMatch(/<input[^>]* name="prompt"[^>]* value="A red fox"/);
  expect(html).not.toMatch(/<form[^>]* action=/);
});

test('a page that asks the server at once does not wait until somebody touches it', async () => {
  document.getElementById('root')?.setAttribute('data-at-once', '');
  await boot();
  await until(() => release !== undefined);
});
