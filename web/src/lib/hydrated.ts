import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether this is not HTML that came rendered, nor its first rendering here, which must give the same. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
