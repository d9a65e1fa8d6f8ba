import { lazy, useEffect } from 'react';

const loadDelivery = () => import('./delivery-step.tsx');
const loadReview = () => import('./review.tsx');

/** A checkout begins with neither: they come while its first step is filled in. The page stays until they are there. */
export const LateDeliveryStep = lazy(() => loadDelivery().then(({ DeliveryStep }) => ({ default: DeliveryStep })));
export const LateReview = lazy(() => loadReview().then(({ Review }) => ({ default: Review })));
export const LatePayOrder = lazy(() => import('./pay-order.tsx').then(({ PayOrder }) => ({ default: PayOrder })));

const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Loads the later steps when somebody first touches the page, so that no step waits for the network. */
export function useStepsAhead(): void {
  useEffect(() => {
    const stop = new AbortController();
    const load = () => {
      stop.abort();
      // A step that could not be loaded now is loaded when it is shown.
      for (const one of [loadDelivery, loadReview]) one().catch(() => {});
    };
    for (const touch of TOUCHES) document.addEventListener(touch, load, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, []);
}
