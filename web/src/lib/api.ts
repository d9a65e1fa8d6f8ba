import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { createClient, type Carrier } from '@easel/contracts/kernel/client/client';
import { knownPositions } from './positions.ts';
import { token } from './token.ts';

let carrier: Carrier = (address, init) => fetch(address, init);

/** Has every call carried so from now on: the server that renders pages answers them itself. */
export function carryCallsBy(other: Carrier): void {
  carrier = other;
}

/** Every call of the app, for whoever is signed in to it. */
export const { call, download, send } = createClient({
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
