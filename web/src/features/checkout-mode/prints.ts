import { useQuery } from '@tanstack/react-query';
import { useIsHydrated } from '../../lib/hydrated.ts';
import { checkoutModeQuery } from './checkout-mode.ts';

/** Who prints what is ordered; undefined until known. It is asked once: no switch of the checkout changes it. */
export function usePrints(): 'service' | 'local' | 'off' | undefined {
  // The command side answers, which pages that are rendered on a server do not ask.
  const enabled = useIsHydrated();
  return useQuery({ ...checkoutModeQuery, enabled, refetchInterval: false, refetchOnWindowFocus: false }).data?.prints;
}
