import { afterEach, expect, test } from 'vitest';
import { localStore, memberKeys, sessionStore } from './storage.ts';
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
