import type { CallInput, Reply } from '@easel/contracts/kernel/client/address';
import type { Route } from '@easel/contracts/kernel/http';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './api.ts';

/**
 * Calls a route that changes something, and has what it `moves` read anew: react-admin's queries begin with their
 * resource's name, so do ours.
 */
export function useAction<R extends Route>(
  route: R,
): (input: CallInput<R>, idempotencyKey?: string) => Promise<Reply<R>> {
  const client = useQueryClient();
  return async (input, idempotencyKey) => {
    try {
      return await call(route, input, idempotencyKey === undefined ? {} : { idempotencyKey });
    } finally {
      // Also after a refusal: what stood on the screen was not what the server has.
      for (const root of route.moves ?? []) void client.invalidateQueries({ queryKey: [root] });
    }
  };
}
