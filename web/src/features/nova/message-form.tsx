import { CHAT_TEXT_MAX } from '@easel/contracts/chat/policy';
import { SendHorizontal } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../ui/button.tsx';
import styles from './message-form.module.css';

interface MessageFormProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Kept outside: the panel may change its frame while something is typed. */
  text: string;
  onType: (text: string) => void;
  onSend: (text: string) => void;
}

/** Enter sends, Shift and Enter begin a new line. spec: public-and-commerce §2.18. */
export function MessageForm({ field, text, onType, onSend }: MessageFormProps) {
  const isEmpty = text.trim() === '';
  const send = () => {
    if (isEmpty) return;
    onSend(text.trim());
    onType('');
    field.current?.focus();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        aria-label="Your message"
        placeholder="Ask Nova"
        rows={1}
        maxLength={CHAT_TEXT_MAX}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          // Enter also ends the choice of a character where several keys make one.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <IconButton type="submit" label="Send" disabled={isEmpty}>
        <SendHorizontal size={20} />
      </IconButton>
    </form>
  );
}
