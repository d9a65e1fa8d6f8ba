import { checkedShape } from '@easel/contracts/kernel/client/checked-shape';
import { createClient, type Client } from '@easel/contracts/kernel/client/client';

/** Calls routes as their pages would, for what a story is not about; throws where it is not answered well. */
export const callAs = (address: string, token: string | null = null): Client['call'] =>
  createClient({ readShape: checkedShape, address, bearer: () => token }).call;
