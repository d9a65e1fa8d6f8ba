import { checkedShape } from '@easel/contracts/kernel/client/checked-shape';
import { createClient } from '@easel/contracts/kernel/client/client';
import { positionBook } from '@easel/contracts/kernel/client/positions';
import { problems } from '@easel/contracts/kernel/problem';
import { token } from './token.ts';

const KEY = 'adminPositions';

/** Every call of the console, for the operator who is signed in; he sees what he has just done. */
export const { call, download, send } = createClient({
  readShape: checkedShape,
  positions: positionBook({
    get: () => sessionStorage.getItem(KEY),
    set: (text) => sessionStorage.setItem(KEY, text),
  }),
  bearer: token.get,
  wordless: () => problems.unexpected.message,
});
