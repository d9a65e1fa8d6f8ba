import { useState } from 'react';
import { drafts } from '../../lib/drafts.ts';

/** A text that outlives the page, in this tab: typed words are lost by no reload and no way round. */
export function useDraft(name: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(name));
  const set = (next: string): void => {
    setText(next);
    drafts.set(name, next);
  };
  return [text, set];
}
