import { checkoutId, paymentsHttp, type Checkout } from '@easel/contracts/payments/http';
import type { QueryRoot } from '@easel/contracts/query-roots';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../lib/api.ts';
import { nextLookMs, nextPlanLookMs } from './checkout-watch.ts';

/** What a payment moves. */
const MOVED: readonly QueryRoot[] = ['me', 'plan', 'balance', 'statement'];

interface CheckoutSeen {
  checkout: Checkout;
  /** How often it was looked at. */
  looks: number;
}

/** The address bar's word for a checkout may be anybody's. */
export const isCheckoutId = (text: string | null): text is string =>
  text !== null && z.safeParse(checkoutId, text).success;

const checkoutQuery = (id: string) => {
  const queryKey = ['checkout', id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<CheckoutSeen> => {
      const { checkout } = await call(paymentsHttp.checkout, { params: { id } }, { signal });
      return { checkout, looks: (client.getQueryData<CheckoutSeen>(queryKey)?.looks ?? 0) + 1 };
    },
    staleTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      data && status === 'success' ? nextLookMs(data.checkout.status, data.looks) : false,
  });
};

/** Follows a checkout until it is settled, or for a while; once it is paid, what the member has is read anew. */
export function useCheckout(id: string) {
  const client = useQueryClient();
  const query = useQuery(checkoutQuery(id));
  const paid = query.data?.checkout.status === 'paid';

  const [readAnew, setReadAnew] = useState(false);
  useEffect(() => {
    if (!paid) return;
    let here = true;
    const readings = MOVED.map((root) => client.invalidateQueries({ queryKey: [root] }));
    void Promise.allSettled(readings).then(() => here && setReadAnew(true));
    return () => {
      here = false;
    };
  }, [client, paid]);

  return { ...query, readAnew, lookAgain: () => void client.resetQueries({ queryKey: ['checkout', id] }) };
}

/** Reads the member's plan again and again while it is waited for, or for a while. */
export function usePlanWatch(waiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!waiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (looks: number): void => {
      const waitMs = nextPlanLookMs(looks);
      if (waitMs === false) return;
      timer = setTimeout(() => {
        void client.invalidateQueries({ queryKey: ['plan'] });
        look(looks + 1);
      }, waitMs);
    };
    look(1);
    return () => clearTimeout(timer);
  }, [client, waiting]);
}
