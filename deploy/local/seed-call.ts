import type { CallInput, Reply } from '@easel/contracts/kernel/client/address';
import { checkedShape } from '@easel/contracts/kernel/client/checked-shape';
import { createClient } from '@easel/contracts/kernel/client/client';
import type { PositionBook } from '@easel/contracts/kernel/client/positions';
import type { Route } from '@easel/contracts/kernel/http';

export type Call = <R extends Route>(
  route: R,
  input: CallInput<R>,
  options?: { key?: string; token?: string },
) => Promise<Reply<R>>;

/**
 * Calls as people's browsers do, each call by whoever's token it has; with `positions`, each sees what those before it
 * wrote. Throws an ApiError for whatever is not answered well.
 */
export const callsTo =
  (address: string, signal: AbortSignal, positions?: PositionBook): Call =>
  (route, input, { key, token = null } = {}) =>
    createClient({ readShape: checkedShape, address, bearer: () => token, ...(positions && { positions }) }).call(
      route,
      input,
      {
        signal,
        ...(key !== undefined && { idempotencyKey: key }),
      },
    );
