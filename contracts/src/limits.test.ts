import { expect, test } from 'vitest';
import { routes } from './routes.ts';

/** What bounds the events that these add, so that no limit has to. */
const bounded = [
  // A session, an erasure, a debt or a picture, each of which ends once.
  'POST /api/auth/logout',
  'DELETE /api/auth/sessions/:id',
  'DELETE /api/auth/erasure',
  'POST /api/account/debt',
  'POST /api/generation/:id/cancel',
  'POST /api/generation/:id/save',
  'DELETE /api/generation/:id/trash',
  // A picture is shared once a day.
  'POST /api/generation/:id/share',
  // A quote leaves no event.
  'POST /api/downloads/request',
  // Money or credits.
  'POST /api/images/purchase',
  'POST /api/earnings/payouts',
  // The card service's signature.
  'POST /api/stripe/webhook',
];

test('limits every command by which a member or a visitor could fill the log', () => {
  const unlimited = routes.filter(
    ({ side, method, access, limit }) =>
      side === 'command' && method !== 'GET' && typeof access === 'string' && access !== 'secret' && !limit,
  );
  expect(unlimited.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(bounded.toSorted());
});
