import { askedFor } from '@easel/contracts/generation/lexicon/asked';
import { toldOf } from '@easel/contracts/generation/lexicon/telling';
import { understandingOf, type Understanding } from '@easel/contracts/generation/lexicon/understanding';
import { useEffect, useState } from 'react';
import type { LiveForm } from '../../lib/live-form.ts';
import { useStore } from '../../lib/store.ts';
import type { FormChanges } from './form-sources.ts';
import { ordersOf, wordsOf, type GeneratorForm } from './generator-form.ts';
import styles from './understanding.module.css';

interface UnderstandingNotesProps {
  form: LiveForm<GeneratorForm>;
  onApply: (changes: FormChanges) => void;
}

/** Typing pauses for so long before what is understood is said: a reader aloud would else speak at every key. */
const PAUSE_MS = 300;

/** What the built-in renderer understands of the prompt, said while it is written and before anything is paid. */
export default function UnderstandingNotes({ form, onApply }: UnderstandingNotesProps) {
  const values = useSettled(useStore(form.values));
  const read = readingsOf(values);
  return (
    <div className={styles.notes} aria-live="polite">
      {read.map(({ prompt, understanding }, index) => (
        <Note
          key={index}
          line={values.several ? index + 1 : undefined}
          understanding={understanding}
          // Where the words have a field of their own, they are reported there.
          ownWords={values.mode === 'image' || values.several}
          onIdea={(idea) => onApply({ prompt: replaced(values.prompt, prompt, understanding.missing[0], idea) })}
        />
      ))}
    </div>
  );
}

interface NoteProps {
  /** Of several prompts. */
  line: number | undefined;
  understanding: Understanding;
  ownWords: boolean;
  onIdea: (idea: string) => void;
}

function Note({ line, understanding, ownWords, onIdea }: NoteProps) {
  const { drawn, instead, missing, unsettable } = toldOf(understanding);
  const known = understanding.understood.length > 0;
  return (
    <div className={styles.note} data-known={known}>
      {drawn !== null && <p>{`${whichLine(line)}Will be drawn: ${drawn}`}</p>}
      {instead !== null && <p>{`${drawn === null ? whichLine(line) : ''}Drawn instead: ${instead}`}</p>}
      {missing !== null && <p>{known ? `Left out: ${missing}` : `${whichLine(line)}${missing}`}</p>}
      {ownWords && unsettable !== null && <p>{`${whichLine(line)}${unsettable}`}</p>}
      {!known && understanding.near.length > 0 && (
        <ul className={styles.ideas} aria-label="Near ideas">
          {understanding.near.map((idea) => (
            <li key={idea}>
              <button type="button" onClick={() => onIdea(idea)}>
                {idea}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Of several prompts. */
const whichLine = (line: number | undefined): string => (line === undefined ? '' : `${line}. `);

const readingsOf = (values: GeneratorForm): { prompt: string; understanding: Understanding }[] =>
  ordersOf(values)
    .filter(({ prompt }) => prompt.trim().length > 2)
    .map((order) => ({
      prompt: order.prompt,
      understanding: understandingOf(askedFor(wordsOf(order)), order.prompt),
    }));

/** The prompts with an idea in the place of a word of one of them; instead of it, where the word is nowhere. */
function replaced(all: string, prompt: string, word: string | undefined, idea: string): string {
  const at = word === undefined ? -1 : prompt.toLowerCase().indexOf(word);
  const changed = at < 0 || word === undefined ? idea : prompt.slice(0, at) + idea + prompt.slice(at + word.length);
  return all.replace(prompt, () => changed);
}

/** A value once it has rested. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
