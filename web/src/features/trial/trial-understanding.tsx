import { askedFor } from '@easel/contracts/generation/lexicon/asked';
import { toldOf } from '@easel/contracts/generation/lexicon/telling';
import { understandingOf } from '@easel/contracts/generation/lexicon/understanding';
import { useEffect, useState } from 'react';
import styles from './trial-field.module.css';

/** Typing pauses for so long before what is understood is said: a reader aloud would else speak at every key. */
const PAUSE_MS = 300;

/** What the built-in renderer will draw of a prompt. */
export default function TrialUnderstanding({ prompt }: { prompt: string }) {
  const [settled, setSettled] = useState(prompt);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(prompt), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [prompt]);
  const asked = askedFor({ prompt: settled, negativePrompt: '', style: 'auto', transparent: false });
  const understanding = understandingOf(asked, settled);
  const { drawn, instead, missing, unsettable } = toldOf(understanding);
  return (
    <div className={styles.notes} aria-live="polite">
      {drawn !== null && <p>{`Will be drawn: ${drawn}`}</p>}
      {instead !== null && <p>{`Drawn instead: ${instead}`}</p>}
      {missing !== null && <p>{understanding.understood.length > 0 ? `Left out: ${missing}` : missing}</p>}
      {unsettable !== null && <p>{unsettable}</p>}
    </div>
  );
}
