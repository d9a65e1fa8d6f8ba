import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import type { Asker } from './asker.ts';
import type { Message } from './history.ts';
import type { Link } from './links.ts';
import styles from './message-list.module.css';

interface MessageListProps {
  messages: readonly Message[];
  isTyping: boolean;
  asker: Asker | undefined;
  onAsk: (question: string) => void;
  /** Called before a link leads to a page, where that would stay hidden. */
  onLeave: (() => void) | undefined;
}

/** What was said, the newest in sight. Answers are announced. */
export function MessageList({ messages, isTyping, asker, onAsk, onLeave }: MessageListProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [messages, isTyping]);
  const last = messages.at(-1)?.id;
  return (
    // What does not fit is scrolled to, with the keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.messages} role="log" aria-label="Conversation" tabIndex={0}>
      {messages.map((message) => (
        <div key={message.id} className={styles.message} data-type={message.type}>
          <p className="visually-hidden">{message.type === 'user' ? 'You' : 'Nova'}</p>
          <p className={styles.text}>{message.content}</p>
          {message.offline && <p className={styles.offline}>Answered offline: it may be old.</p>}
          <Links links={message.links} asker={asker} onLeave={onLeave} />
          {message.id === last && message.showSuggestions && (
            <ul className={styles.suggestions} aria-label="Suggestions">
              {message.suggestions.map((suggestion) => (
                <li key={suggestion}>
                  <button type="button" onClick={() => onAsk(suggestion)}>
                    {suggestion}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {isTyping && (
        <p className={styles.typing}>
          <span className="visually-hidden">Nova is typing</span>
          <i aria-hidden="true" />
          <i aria-hidden="true" />
          <i aria-hidden="true" />
        </p>
      )}
      <div ref={end} />
    </div>
  );
}

type LinksProps = Pick<MessageListProps, 'asker' | 'onLeave'> & { links: readonly Link[] | undefined };

/** The ways to pages; the contact form begins with what was asked, and with who asks. */
function Links({ links = [], asker, onLeave }: LinksProps) {
  if (links.length === 0) return null;
  const stateOf = (message: string) => ({
    message,
    subject: 'A question that Nova could not answer',
    name: asker ? `${asker.firstName} ${asker.lastName}` : '',
    email: asker?.email ?? '',
  });
  return (
    <ul className={styles.links} aria-label="Pages">
      {links.map(({ to, label, message }) => (
        <li key={to}>
          <ButtonLink to={to} state={message === undefined ? undefined : stateOf(message)} onClick={() => onLeave?.()}>
            {label}
            <ArrowRight size={16} aria-hidden="true" />
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
