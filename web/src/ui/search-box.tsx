import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { useTypedValue } from '../lib/typed-value.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
  /** Told what somebody meant to search for: by Enter or a suggestion, not by a pause in their typing. */
  onCommit?: ((text: string) => void) | undefined;
  /** Told what is typed, for the caller to find suggestions. */
  onType: (text: string) => void;
  suggestions: readonly string[];
  /**
   * By which the form sends what is typed where there is no script, to the page's own path; what else it sends are
   * `children`.
   */
  name?: string;
  children?: ReactNode;
}

const PAUSE_MS = 350;
const MOST = 200;

/** Searches when the typing pauses, or at once with Enter or a suggestion, which arrow keys choose. */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, value, onSearch, onCommit, onType, suggestions, name, children } = props;
  const id = useId();
  const { text, type, ask, asked } = useTypedValue(value, onSearch);
  /** True while an input method composes a word, so the text may be half a word. */
  const [composing, setComposing] = useState(false);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);

  const pause = useEffectEvent(() => ask(text.trim(), text));
  useEffect(() => {
    if (composing || text.trim() === asked) return;
    const timer = window.setTimeout(pause, PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, asked, composing]);

  const offered = open ? suggestions.filter((suggestion) => suggestion !== text.trim()) : [];
  const search = (wanted: string) => {
    setOpen(false);
    setChosen(-1);
    ask(wanted.trim(), wanted);
    onCommit?.(wanted.trim());
  };
  const typed = (wanted: string) => onType(wanted.trim());
  const move = (by: 1 | -1) => {
    const places = offered.length + 1;
    setChosen(((chosen + 1 + by + places) % places) - 1);
  };

  return (
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        if (!composing) search(offered[chosen] ?? text);
      }}
    >
      {children}
      <Search size={20} aria-hidden="true" />
      <input
        type="search"
        name={name}
        role="combobox"
        aria-label={label}
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 && offered[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={MOST}
        value={text}
        onChange={(event) => {
          type(event.target.value);
          setOpen(true);
          setChosen(-1);
          if (!composing) typed(event.target.value);
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={(event) => {
          setComposing(false);
          typed(event.currentTarget.value);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          // These keys belong to the input method.
          if (composing) return;
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            if (offered.length === 0) return;
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1);
          }
          if (event.key === 'Escape' && offered.length > 0) {
            event.preventDefault();
            setOpen(false);
          }
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        className={styles.list}
        hidden={offered.length === 0}
      >
        {offered.map((suggestion, index) => (
          <div
            key={suggestion}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // Before the field loses the focus and the list closes.
            onPointerDown={(event) => {
              event.preventDefault();
              search(suggestion);
            }}
          >
            {suggestion}
          </div>
        ))}
      </div>
    </form>
  );
}
