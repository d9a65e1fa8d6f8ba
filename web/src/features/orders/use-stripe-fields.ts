import { useEffect, useRef, useState } from 'react';
import { theme } from '../../lib/theme.ts';
import type { Confirm } from './place-order.ts';
import type { StripeCard } from './stripe-card.ts';

/** Stripe's own card fields, from when they are asked for. */
export interface StripeFields {
  /** Filled in, as far as Stripe can tell. */
  isComplete: boolean;
  /** Why they are not there; null while they load, or are there. */
  problem: string | null;
  /** For the element in which they are shown. */
  place: (node: HTMLElement | null) => void;
  /** Returns what is wrong with what was entered; undefined where nothing is. */
  check: () => Promise<string | undefined>;
  confirm: Confirm;
  retry: () => void;
}

const NOT_LOADED = 'The card fields could not be loaded. Check your connection, or a blocker in your browser.';
const NOT_THERE = 'The card fields are not there yet. Wait a moment, or reload the page.';

/** Loads them for a sum in cents; null where no key is given, or nothing is to pay. */
export function useStripeFields(publishableKey: string | null, cents: number): StripeFields | null {
  const [card, setCard] = useState<StripeCard | null>(null);
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [isComplete, setIsComplete] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const sum = useRef(cents);
  const isWanted = publishableKey !== null && cents > 0;

  useEffect(() => {
    if (publishableKey === null || !isWanted) return undefined;
    let isGone = false;
    const isDark = theme.get() === 'dark';
    import('./stripe-card.ts')
      .then(({ StripeCard: Card }) => Card.open(publishableKey, { cents: sum.current, isDark }, setIsComplete))
      .then(
        (opened) => !isGone && setCard(opened),
        () => !isGone && setProblem(NOT_LOADED),
      );
    return () => {
      isGone = true;
    };
  }, [publishableKey, isWanted, tries]);
  useEffect(() => {
    if (card && node) card.mount(node);
  }, [card, node]);
  useEffect(() => {
    sum.current = cents;
    if (cents > 0) card?.charge(cents);
  }, [card, cents]);

  if (!isWanted) return null;
  return {
    isComplete,
    problem,
    place: setNode,
    check: () => card?.check() ?? Promise.resolve(NOT_THERE),
    confirm: (clientSecret, orderId) =>
      card?.confirm(clientSecret, `/checkout?order=${orderId}`) ?? Promise.resolve(NOT_THERE),
    retry() {
      setProblem(null);
      setTries((tried) => tried + 1);
    },
  };
}
