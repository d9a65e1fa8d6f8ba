import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { checkedShape, type ShapeReader } from '@easel/contracts/kernel/client/checked-shape';
import { createClient, type Carrier } from '@easel/contracts/kernel/client/client';
import { knownPositions } from './positions.ts';
import { token } from './token.ts';

let carrier: Carrier = (address, init) => fetch(address, init);

/** Has every call carried so from now on: the server that renders pages answers them itself. */
export function carryCallsBy(other: Carrier): void {
  carrier = other;
}

/**
 * Trusts what this product's own server answers to have its shape: the schemas of all replies would come to every page.
 * The tests of the servers hold replies against them, as do this app's own tests and `npm run dev`.
 */
export const trustedShape: ShapeReader = (_, json) =>
  typeof json === 'object' && json !== null ? { data: json } : undefined;

/** Reads what the server sends, in replies and in live events. */
export const readShape: ShapeReader = import.meta.env.DEV ? checkedShape : trustedShape;

/** Every call of the app, for whoever is signed in to it. */
export const { call, download, send } = createClient({
  readShape,
  carrier: (address, init) => carrier(address, init),
  positions: knownPositions,
  bearer(access) {
    const bearer = token.get();
    if (!bearer && access !== 'anyone') throw new ApiError('http', 'No authentication token', { status: 401 });
    return bearer;
  },
  onRefused({ status }, { access, bearer }) {
    // A wrong password is a 401 too, but ends no session; nor does the late answer to a token that was replaced
    // meanwhile.
    if (status === 401 && access !== 'anyone' && bearer === token.get()) token.clear('expired');
  },
});
