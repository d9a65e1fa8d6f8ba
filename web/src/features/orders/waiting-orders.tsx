import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { itemsText } from './order-words.ts';
import { outbox, useOutbox } from './outbox.ts';
import styles from './waiting-orders.module.css';
import { useSendWaiting } from './use-send-waiting.ts';

/** Shows orders that did not reach the server and wait in this browser; nothing where there are none. */
export function WaitingOrders() {
  const { orders, unreadable } = useOutbox();
  const online = useOnline();
  const { isSending, send } = useSendWaiting();
  return (
    <>
      {unreadable.length > 0 && (
        <Notice kind="problem" action={<Button onClick={outbox.removeUnreadable}>Remove</Button>}>
          {`${counted(unreadable.length, 'order')} in this browser cannot be read, so it cannot be sent again. Nothing was charged for it. If it is missing below, please order again.`}
        </Notice>
      )}
      {orders.length > 0 && (
        <Panel
          title="Waiting to be sent"
          note={
            <>
              What you ordered has not reached us yet and waits in this browser. It is sent again when you are online or
              open this site next. Signing out removes it. Nothing is charged until it has reached us; then you can pay
              it here.
            </>
          }
          actions={
            online && (
              <Button busy={isSending} onClick={() => void send()}>
                Send now
              </Button>
            )
          }
        >
          <ul aria-label="Waiting to be sent" className={styles.orders}>
            {orders.map(({ key, body }) => (
              <li key={key}>
                <span>{body.id}</span>
                <span>{itemsText(body.items)}</span>
                <strong>{formatDollars(body.total ?? 0)}</strong>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
