import { challenges, type ChallengeKind } from '@easel/contracts/competitions/policy';
import { Images, Sparkles } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ChallengeRules } from './challenge-rules.tsx';
import { challengeWords } from './challenge-words.ts';
import styles from './competitions.module.css';
import { OpenChallenge } from './open-challenge.tsx';

/** Describes a challenge and shows whether one is open. spec: rulings "Competition money". */
export function ChallengePage({ kind }: { kind: ChallengeKind }) {
  const { category } = challenges[kind];
  return (
    <Page lead={challengeWords[kind].lead} width="reading">
      <OpenChallenge />
      <h2 className="visually-hidden">How it goes</h2>
      <ChallengeRules kind={kind} />
      <div className={styles.ways}>
        <ButtonLink to={`/public-gallery?category=${category}`}>
          <Images size={20} aria-hidden="true" />
          Entries in the Public Gallery
        </ButtonLink>
        <ButtonLink look="primary" to="/generator">
          <Sparkles size={20} aria-hidden="true" />
          Make a design
        </ButtonLink>
      </div>
    </Page>
  );
}
