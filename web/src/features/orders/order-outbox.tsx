import { useEffect, useEffectEvent } from 'react';
import { useOnline } from '../../lib/online.ts';
import { useSendWaiting } from './use-send-waiting.ts';

/** Sends the orders that wait when the app is opened, and when the connection is back. Nothing of it is seen. */
export default function OrderOutbox() {
  const online = useOnline();
  const { send } = useSendWaiting();
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (online) void sendNow({ quietly: true });
  }, [online]);
  return null;
}
