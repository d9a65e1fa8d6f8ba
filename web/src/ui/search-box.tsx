import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
}

const PAUSE_MS = 350;
const MOST = 200;

/** Searches when the typing pauses, or at once with Enter. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // Back and forward change what is searched for without typing.
  if (value !== shown) {
    setShown(value);
    if (value !== text.trim()) setText(value);
  }

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = window.setTimeout(() => onSearch(wanted), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, value, onSearch]);

  return (
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Search size={20} aria-hidden="true" />
      <input
        type="search"
        aria-label="Search your gallery"
        placeholder="Search your prompts"
        maxLength={MOST}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
