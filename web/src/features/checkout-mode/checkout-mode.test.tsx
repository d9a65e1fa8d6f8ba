import { CHECKOUT_FORCE_MS, CHECKOUT_PAGE_MS } from '@easel/contracts/settings/checkout.policy';
import {
  environmentManager,
  focusManager,
  QueryClientProvider,
  QueryObserver,
  type QueryClient,
} from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { localStore } from '../../lib/storage.ts';
import { checkoutModeQuery, readKept } from './checkout-mode.ts';
import { TestModeNotice } from './test-mode-notice.tsx';

const NOTICE = 'Test mode: orders are not charged or shipped; everything else is paid as usual.';

let client: QueryClient;
let testMode = false;
const asked = vi.fn<() => Promise<Response>>(() =>
  Promise.resolve(Response.json({ success: true, testMode, cards: true, prints: 'local' })),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
  asked.mockClear();
  testMode = false;
  localStore.remove('adminSettings');
  client = createQueryClient();
  // Nothing is asked again on a server.
  environmentManager.setIsServer(() => false);
  focusManager.setFocused(true);
});
afterEach(() => {
  client.clear();
  focusManager.setFocused(undefined);
  environmentManager.setIsServer(() => true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const page = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TestModeNotice />
    </QueryClientProvider>,
  );

describe('an open page', () => {
  test('shows a change before five seconds have passed, and asks nothing while it is not seen', async () => {
    const observer = new QueryObserver(client, checkoutModeQuery);
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1);
    expect(page()).not.toContain(NOTICE);
    testMode = true;
    await vi.advanceTimersByTimeAsync(CHECKOUT_FORCE_MS - 1_000);
    expect(page()).toContain(NOTICE);

    focusManager.setFocused(false);
    const before = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(before);
    testMode = false;
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(CHECKOUT_PAGE_MS);
    expect(page()).not.toContain(NOTICE);
    stop();
    const last = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(last);
  });

  test('knows from its last visit what it has not asked yet', async () => {
    testMode = true;
    await client.fetchQuery(checkoutModeQuery);
    expect(JSON.parse(localStore.get('adminSettings') ?? '')).toEqual({ ecommerce: { testMode: true } });
    client = createQueryClient();
    expect(page()).toContain(NOTICE);
  });

  test('believes the server, not what is kept', async () => {
    localStore.set('adminSettings', JSON.stringify({ ecommerce: { testMode: true } }));
    await client.fetchQuery(checkoutModeQuery);
    expect(page()).not.toContain(NOTICE);
  });
});

test.each([
  [null, undefined],
  ['', undefined],
  ['{', undefined],
  ['null', undefined],
  ['{"ecommerce":{"testMode":"yes"}}', undefined],
  ['{"ecommerce":{"testMode":true},"more":1}', true],
  ['{"ecommerce":{"testMode":false}}', false],
])('what is kept as %j says %j', (text, said) => {
  expect(readKept(text)).toBe(said);
});
