import { useState } from 'react';

export interface TypedValue {
  /** What the field shows. */
  text: string;
  /** Shows something else, and asks for nothing. */
  type: (text: string) => void;
  /** Asks the address for it, and shows it or what stands for it. */
  ask: (wanted: string, shown?: string) => void;
  /** What was asked for last, whether the address has come to it or not. */
  asked: string;
}

/**
 * A field whose value the address holds. The address follows what is typed with a delay, so a value that comes from it
 * may be an older one of the field's own: only one that the field did not ask for, as by Back, replaces what is typed.
 */
export function useTypedValue(value: string, onAsk: (text: string) => void): TypedValue {
  const [text, type] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Asked for, and not come back yet; the oldest first. */
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
