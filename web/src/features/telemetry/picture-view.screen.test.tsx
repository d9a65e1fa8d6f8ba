import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { token } from '../../lib/token.ts';

const idOf = (n: number): string => `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`;
const sent = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  sent.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', sent);
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const loaded = async () => ({ ...(await import('./picture-view.ts')), ...(await import('./view-telling.ts')) });

const views = (): string[] =>
  sent.mock.calls.map(([, { body }]) => {
    const { event_type: type, event_data: data } = JSON.parse(body as string) as {
      event_type: string;
      event_data: { generation_id: string };
    };
    expect(type).toBe('picture_viewed');
    return data.generation_id;
  });

test('tells a view after a second in sight, once a document, with whose token there is', async () => {
  const { noteView, viewTelling } = await loaded();
  noteView(idOf(1));
  vi.advanceTimersByTime(5_000);
  expect(views()).toEqual([]);

  viewTelling.isOn = true;
  noteView(idOf(1));
  vi.advanceTimersByTime(999);
  expect(views()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(views()).toEqual([idOf(1)]);
  noteView(idOf(1));
  token.set('a token');
  noteView(idOf(2));
  vi.advanceTimersByTime(1_000);
  expect(views()).toEqual([idOf(1), idOf(2)]);
  const headers = sent.mock.calls.map(([, init]) => init.headers);
  expect(headers[0]).not.toHaveProperty('authorization');
  expect(headers[1]).toMatchObject({ authorization: 'Bearer a token' });
});

test('reads the reply to a view, so that its request ends', async () => {
  const { noteView, viewTelling } = await loaded();
  const reply = new Response('{}');
  sent.mockResolvedValue(reply);
  viewTelling.isOn = true;
  noteView(idOf(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reply.bodyUsed).toBe(true);
});

test('does not tell a picture that was left before a second, or that nobody could see', async () => {
  const { noteView, viewTelling } = await loaded();
  viewTelling.isOn = true;
  const leave = noteView(idOf(1));
  vi.advanceTimersByTime(500);
  leave();
  visibility = 'hidden';
  noteView(idOf(2));
  vi.advanceTimersByTime(5_000);
  expect(views()).toEqual([]);
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(1_000);
  expect(views()).toEqual([idOf(2)]);
});

test('tells the picture of a page that came rendered, and of no other page', async () => {
  const { noteViewOf, viewTelling } = await loaded();
  viewTelling.isOn = true;
  const at = (pathname: string) => ({ pathname }) as Location;
  for (const path of ['/image/7', '/public-gallery', `/image/${idOf(3)}/more`]) noteViewOf(at(path));
  vi.advanceTimersByTime(1_000);
  expect(views()).toEqual([]);
  noteViewOf(at(`/image/${idOf(3)}`));
  vi.advanceTimersByTime(1_000);
  expect(views()).toEqual([idOf(3)]);
});

test('tells what a viewer shows, one picture after the other', async () => {
  const { viewTelling } = await loaded();
  const { usePictureView } = await import('./use-picture-view.ts');
  viewTelling.isOn = true;
  function Viewer({ id }: { id: string | undefined }) {
    usePictureView(id);
    return null;
  }
  const { rerender, unmount } = render(<Viewer id={undefined} />);
  rerender(<Viewer id={idOf(1)} />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  rerender(<Viewer id={idOf(2)} />);
  await act(() => vi.advanceTimersByTimeAsync(300));
  rerender(<Viewer id={idOf(3)} />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  rerender(<Viewer id={idOf(4)} />);
  unmount();
  vi.advanceTimersByTime(5_000);
  expect(views()).toEqual([idOf(1), idOf(3)]);
});
