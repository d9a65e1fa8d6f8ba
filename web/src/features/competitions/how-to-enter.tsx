import { challenges } from '@easel/contracts/competitions/names';
import { challengeOfCategory } from '@easel/contracts/competitions/policy';
import { Trophy } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { askHowToCompete } from './how-to-compete-event.ts';
import styles from './competitions.module.css';

/** spec: public-and-commerce §2.2: beside the bar, if the address has the category of a challenge. */
export function HowToEnter() {
  const [params] = useSearchParams();
  const kind = challengeOfCategory(params.get('category') ?? '');
  if (!kind) return null;
  return (
    <div className={styles.strip}>
      <Button onClick={() => askHowToCompete(kind)}>
        <Trophy size={20} aria-hidden="true" />
        {`How to enter the ${challenges[kind].shortName}`}
      </Button>
    </div>
  );
}
