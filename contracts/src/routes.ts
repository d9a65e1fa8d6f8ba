import { features } from './features.ts';
import type { Route } from './kernel/http.ts';

/** Every route of the product: what a test walks to see that each is mounted once and guarded as it says. */
export const routes: readonly Route[] = features
  .flatMap((feature) => feature.routes ?? [])
  .flatMap(Object.values<Route>);
