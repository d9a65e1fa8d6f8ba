import { ordersHttp } from '@easel/contracts/orders/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { invalidateMoved } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { outbox, sendWaiting } from './outbox.ts';

/** Sends the orders that wait, and says what became of each; `quietly` where it still waits. */
export function useSendWaiting() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isSending, setIsSending] = useState(false);

  async function send({ quietly = false } = {}): Promise<void> {
    if (outbox.get().orders.length === 0) return;
    setIsSending(true);
    const sent = await sendWaiting();
    setIsSending(false);
    for (const { order, orderId, refusal } of sent) {
      if (refusal !== null) {
        toast.error(`Your order was not placed: ${refusal}. Its items are back in your cart.`, {
          label: 'Cart',
          run: () => void navigate('/cart'),
        });
      } else if (orderId === null) {
        if (!quietly) toast.info('Your order still waits to be sent');
      } else if (order.body.test_mode) toast.success('Test order placed successfully! No payment was processed.');
      else {
        toast.success('Your order has reached us. You can pay it now.', {
          label: 'Pay now',
          run: () => window.location.assign(`/checkout?order=${orderId}`),
        });
      }
    }
    await invalidateMoved(client, ordersHttp.place);
  }

  return { isSending, send };
}
