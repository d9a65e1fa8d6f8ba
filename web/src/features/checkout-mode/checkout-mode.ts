import { recordOf } from '@easel/contracts/kernel/record';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { CHECKOUT_PAGE_MS } from '@easel/contracts/settings/checkout.policy';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { localStore } from '../../lib/storage.ts';

/** Holds the server's last answer, which pages show while they load. spec: rulings "Checkout test mode". */
const KEPT_UNDER = 'adminSettings';

/** What the storage may hold is anything. */
export function readKept(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  try {
    const { testMode } = recordOf(recordOf(JSON.parse(text))['ecommerce']);
    return typeof testMode === 'boolean' ? testMode : undefined;
  } catch {
    return undefined;
  }
}

/** Asked again and again while its page is seen, so that a change shows in time on one that stays open. */
export const checkoutModeQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: async ({ signal }) => {
    const { testMode, cards, stripeKey, prints } = await call(checkoutHttp.mode, {}, { signal });
    localStore.set(KEPT_UNDER, JSON.stringify({ ecommerce: { testMode } }));
    return { testMode, cards, stripeKey, prints };
  },
  staleTime: CHECKOUT_PAGE_MS,
  refetchInterval: CHECKOUT_PAGE_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
});

/** Whether checkout is in test mode; undefined until known. */
export function useCheckoutMode(): boolean | undefined {
  const { data } = useQuery(checkoutModeQuery);
  return data?.testMode ?? readKept(localStore.get(KEPT_UNDER));
}

/** Stripe's publishable key where its own card fields are used, else null; undefined until known. */
export const useStripeKey = (): string | null | undefined => useQuery(checkoutModeQuery).data?.stripeKey;

/** Whether the cart can be checked out: where no card is taken, test orders alone. */
export function useCanCheckOut(): boolean {
  const { data } = useQuery(checkoutModeQuery);
  return data === undefined || data.cards || data.testMode;
}
