import { challenges, type ChallengeKind } from '@easel/contracts/competitions/policy';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChallengeRules } from './challenge-rules.tsx';
import styles from './competitions.module.css';
import { OpenChallenge } from './open-challenge.tsx';

/** spec: public-and-commerce §2.12: steps, requirements, prizes and the deadline. */
export default function HowToCompeteDialog({ kind, onClose }: { kind: ChallengeKind; onClose: () => void }) {
  const title = `How to enter the ${challenges[kind].shortName}`;
  return (
    <Dialog label={title} className={styles.dialog} onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <OpenChallenge />
        <ChallengeRules kind={kind} />
      </div>
    </Dialog>
  );
}
