import { ordersHttp } from '@easel/contracts/orders/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { invalidateMoved, readAnew } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { cart, type CartItem } from '../cart/cart.ts';
import type { Step } from './checkout-steps.ts';
import { OUTBOX_MAX, outbox } from './outbox.ts';
import { placeOrder, totalOf, type Order, type OrderRefusal, type Outcome } from './place-order.ts';
import { placedText } from './order-words.ts';
import { useIsHere } from './use-is-here.ts';

interface Trouble {
  problem: string | null;
  /** By the items' ids. */
  problems: Readonly<Record<string, string>>;
}

const noTrouble: Trouble = { problem: null, problems: {} };

const sayCancelled = () => void toast.info('Your earlier order of this cart is cancelled.');

/** Places the order, says what became of it, and leads on. */
export function usePlacing(go: (step: Step) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [items, setItems] = useState<readonly CartItem[] | null>(null);
  const [trouble, setTrouble] = useState(noTrouble);
  const isHere = useIsHere();

  const leave = (to: string) => {
    if (isHere()) void navigate(to);
  };
  const stay = (now: Trouble) => {
    setItems(null);
    setTrouble(now);
    if (!isHere() && now.problem !== null) toast.error(now.problem);
  };
  const stayFor = (problem: string) => stay({ ...noTrouble, problem });

  function refuse(refusal: OrderRefusal, ordered: Order): void {
    switch (refusal.kind) {
      case 'price':
        for (const [id, dollars] of refusal.prices) cart.reprice(id, dollars);
        return stayFor(
          `The price has changed: the total was ${formatDollars(totalOf(ordered))} and is ${formatDollars(refusal.total)} now. Place the order again if you agree.`,
        );
      case 'items':
        return stay({ problem: refusal.message, problems: refusal.reasons });
      case 'mode':
        void readAnew(client, 'checkout');
        return stayFor(refusal.message);
      case 'other':
        return stayFor(refusal.message);
    }
  }

  function finish(outcome: Outcome, ordered: Order): void {
    switch (outcome.kind) {
      case 'test':
        toast.success('Test order placed successfully! No payment was processed.');
        return leave(`/orders/${outcome.orderId}`);
      case 'paid':
        toast.success(placedText(ordered.delivery !== null));
        return leave(`/orders/${outcome.orderId}`);
      case 'authenticate':
        return window.location.assign(outcome.url);
      case 'processing':
        toast.info('Order placed. Your bank is still working on the payment.');
        return leave(`/orders/${outcome.orderId}`);
      case 'waiting':
        toast.error('Order placed but failed to save to system - contact support');
        return leave('/orders');
      case 'cart-changed':
        return stayFor('Your cart has changed, perhaps in another tab. Check the items, then place the order.');
      case 'placed-before':
        toast.info(
          'You have ordered this cart already, and its payment is made or under way. No second order was placed: this is the first.',
        );
        return leave(`/orders/${outcome.orderId}`);
      case 'declined':
        stayFor(outcome.message);
        if (isHere()) go('payment');
        return;
      case 'ended':
        return stayFor(`${outcome.message}. Place the order again to make a new one.`);
      case 'unknown':
        return stayFor(outcome.message);
      case 'refused':
        return refuse(outcome.refusal, ordered);
    }
  }

  async function place(order: Order): Promise<void> {
    if (items !== null) return;
    if (outbox.get().orders.length >= OUTBOX_MAX) {
      return stayFor(`${OUTBOX_MAX} orders wait to be sent already. Open Orders and send them first.`);
    }
    setItems(order.items);
    setTrouble(noTrouble);
    const endNotice = toast.info('Placing your order...');
    const outcome = await placeOrder(order, sayCancelled);
    endNotice();
    finish(outcome, order);
    await invalidateMoved(client, ordersHttp.pay);
  }

  return { items, ...trouble, forgive: () => setTrouble(noTrouble), place: (order: Order) => void place(order) };
}
