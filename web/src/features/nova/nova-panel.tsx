import { Bot, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { focusHeading } from '../../lib/focus.ts';
import { useMedia } from '../../lib/media.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Asker } from './asker.ts';
import type { Connection } from './conversation.ts';
import { draft } from './history.ts';
import { MessageForm } from './message-form.tsx';
import { MessageList } from './message-list.tsx';
import styles from './nova-panel.module.css';
import { novaOpen } from './nova-opening.ts';
import { useNova } from './use-nova.ts';

/** From here down the panel takes the whole screen, and what is behind it waits. */
const SMALL = '(max-width: 767px)';

const STATUS: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting…',
  connected: 'Connected',
  failed: 'Failed',
};

interface NovaPanelProps {
  /** Undefined until known. */
  asker: Asker | undefined;
}

/** spec: public-and-commerce §2.18. Closing it ends the conversation. */
export default function NovaPanel({ asker }: NovaPanelProps) {
  useFocusBack();
  const isSmall = useMedia(SMALL);
  const nova = useNova();
  const [text, setText] = useState(draft.read);
  useEffect(() => draft.keep(text), [text]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, [isSmall]);

  const contents = (
    <>
      <div className={styles.head}>
        <Bot size={24} aria-hidden="true" />
        <div className={styles.name}>
          <h2>Nova</h2>
          <p>Automated assistant</p>
        </div>
        <p className={styles.status} role="status" data-state={nova.connection}>
          {STATUS[nova.connection]}
        </p>
        <IconButton label="Close chat" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      {nova.connection === 'failed' && (
        <div className={styles.failed}>
          <Notice
            kind="problem"
            action={
              <Button onClick={nova.retry}>
                <RotateCcw size={16} aria-hidden="true" />
                Retry
              </Button>
            }
          >
            Nova is temporarily unavailable. Please refresh the page.
          </Notice>
        </div>
      )}
      <MessageList
        messages={nova.messages}
        isTyping={nova.isTyping}
        asker={asker}
        onAsk={(question) => {
          nova.ask(question);
          field.current?.focus();
        }}
        onLeave={isSmall ? onClose : undefined}
      />
      <MessageForm field={field} text={text} onType={setText} onSend={nova.ask} />
    </>
  );
  if (isSmall) {
    return (
      <Dialog label="Nova" className={styles.whole} onClose={onClose}>
        {contents}
      </Dialog>
    );
  }
  return <Beside>{contents}</Beside>;
}

const onClose = (): void => novaOpen.set(false);

/** Gives the focus back to what had it before the panel, or to the heading where that is gone. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else focusHeading();
    },
    [opener],
  );
}

/** Over a corner of the page, which can be used meanwhile. */
function Beside({ children }: { children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, the button does too
    <div role="dialog" aria-label="Nova" className={styles.beside} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
