import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challenges } from '@easel/contracts/competitions/names';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { ChallengeRules } from './challenge-rules.tsx';
import styles from './competitions.module.css';
import { OpenChallenge } from './open-challenge.tsx';

/** spec: public-and-commerce §2.12: steps, requirements, prizes and the deadline. */
export default function HowToCompeteDialog({ kind, onClose }: { kind: ChallengeKind; onClose: () => void }) {
  const title = `How to enter the ${challenges[kind].shortName}`;
  return (
    <TitledDialog title={title} className={styles.dialog} onClose={onClose}>
      <OpenChallenge kind={kind} />
      <ChallengeRules kind={kind} />
    </TitledDialog>
  );
}
