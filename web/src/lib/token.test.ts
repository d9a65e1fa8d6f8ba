import { afterEach, describe, expect, test, vi } from 'vitest';
import { localStore, memberKeys, orderOutboxKey, sessionStore } from './storage.ts';
import { token } from './token.ts';

afterEach(() => {
  localStore.remove('cart');
  token.forgetEnding();
});

const written = () => Object.values(memberKeys).flatMap((key) => [localStore.get(key), sessionStore.get(key)]);

test.each(['signed-out', 'expired'] as const)(
  'a session that ends (%s) takes what its member wrote here, before any page is loaded, and leaves the rest',
  (ending) => {
    token.set('a token');
    for (const key of Object.values(memberKeys)) {
      localStore.set(key, 'a fox in the snow');
      sessionStore.set(key, 'a fox in the snow');
    }
    localStore.set('cart', '[]');
    token.clear(ending);
    expect(new Set(written())).toEqual(new Set([null]));
    expect(localStore.get('cart')).toBe('[]');
  },
);

describe('orders that wait to be sent', () => {
  afterEach(() => token.clear('signed-out'));

  const waiting = () => localStore.get(orderOutboxKey());
  const begin = () => {
    token.set('a token', 'ada');
    localStore.set(orderOutboxKey(), 'an order');
  };

  test('stay when the session expires, for their own member alone', () => {
    begin();
    token.clear('expired');
    expect(waiting()).toBeNull();
    token.set('another token', 'mira');
    expect(waiting()).toBeNull();
    token.clear('signed-out');
    token.set('a third token', 'ada');
    expect(waiting()).toBe('an order');
  });

  test('are deleted when their member signs out', () => {
    begin();
    token.clear('signed-out');
    token.set('another token', 'ada');
    expect(waiting()).toBeNull();
  });

  test('stay when another tab reports the end of the session', () => {
    begin();
    vi.stubGlobal('window', new EventTarget());
    const stop = token.followOtherTabs();
    localStore.remove('token');
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
    stop();
    vi.unstubAllGlobals();
    token.set('another token', 'ada');
    expect(waiting()).toBe('an order');
  });
});
