import { useState } from 'react';

export interface TypedValue {
  /** The text in the field. */
  text: string;
  /** Changes the text only. */
  type: (text: string) => void;
  /** Sends a value to the URL and shows `shown`, by default the value itself. */
  ask: (wanted: string, shown?: string) => void;
  /** The value sent last, even if the URL does not have it yet. */
  asked: string;
}

/**
 * Holds the text of a field whose value is kept in the URL. The URL lags behind the typing, so a new value may be one
 * that the field itself sent earlier. Only a value that the field did not send, for example after Back, replaces the
 * text.
 */
export function useTypedValue(value: string, onAsk: (text: string) => void): TypedValue {
  const [text, type] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Sent to the URL and not seen there yet; oldest first. */
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    const own = waiting.indexOf(value);
    setWaiting(own < 0 ? [] : waiting.slice(own + 1));
    if (own < 0) type(value);
  }
  return {
    text,
    type,
    ask: (wanted, shown = wanted) => {
      type(shown);
      setWaiting((earlier) => [...earlier, wanted]);
      onAsk(wanted);
    },
    asked: waiting.at(-1) ?? value,
  };
}
