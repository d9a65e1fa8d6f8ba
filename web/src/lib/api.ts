import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { createClient } from '@easel/contracts/kernel/client/client';
import { knownPositions } from './positions.ts';
import { token } from './token.ts';

/** Every call of the app, for whoever is signed in to it. */
export const { call, download, send } = createClient({
  positions: knownPositions,
  bearer(access) {
    const bearer = token.get();
    if (!bearer && access !== 'anyone') throw new ApiError('http', 'No authentication token', { status: 401 });
    return bearer;
  },
  onRefused({ status }, { access, bearer }) {
    // A wrong password is a 401 too, but ends no session; nor does the late answer to a token that was replaced meanwhile.
    if (status === 401 && access !== 'anyone' && bearer === token.get()) token.clear('expired');
  },
});
