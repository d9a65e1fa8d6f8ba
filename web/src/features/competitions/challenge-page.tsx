import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challenges } from '@easel/contracts/competitions/names';
import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { Images, LogIn, Sparkles, Trophy } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { useViewed } from '../../ui/viewed.ts';
import { slideKey } from '../images/slides.ts';
import { loginPathFor } from '../members/next-path.ts';
import { ChallengeRules } from './challenge-rules.tsx';
import { challengeWords } from './challenge-words.ts';
import { challengeQuery, type ShownCompetition } from './challenges.ts';
import styles from './competitions.module.css';
import { ENTER } from './enter-path.ts';
import { EntriesWall } from './entries-wall.tsx';
import type { OnOpen } from './entry-card.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { OpenChallenge } from './open-challenge.tsx';
import { OwnEntries } from './own-entries.tsx';
import { PastWinners } from './past-winners.tsx';

const EnterDialog = lazy(() => import('./enter-dialog.tsx'));

interface ChallengePageProps {
  kind: ChallengeKind;
  /** The viewer of a public picture. */
  viewer: (generation: Generation | undefined, viewed: string, viewing: ReturnType<typeof useViewed>) => ReactNode;
}

/** A challenge with theme, entries, leaderboard and past winners. spec: rulings "Competition money". */
export function ChallengePage({ kind, viewer }: ChallengePageProps) {
  const { category } = challenges[kind];
  const { data } = useQuery(challengeQuery(kind));
  const viewing = useViewed();
  const [opened, setOpened] = useState<Generation>();
  const signedIn = useStore(token) !== null;
  const onOpen: OnOpen = (generation, variantIndex) => {
    setOpened(generation);
    viewing.view(slideKey(generation.id, variantIndex));
  };
  // After the close, shows the last challenge until its winners are announced.
  const current = data?.open ?? data?.past.find(({ state }, index) => index === 0 && state === 'closed');
  return (
    <Page lead={challengeWords[kind].lead}>
      <OpenChallenge kind={kind} action={(open) => <Enter challenge={open} />} />
      <h2 className="visually-hidden">How it works</h2>
      <div className={styles.wide}>
        <ChallengeRules kind={kind} />
      </div>
      <div className={styles.ways}>
        <ButtonLink to="/generator">
          <Sparkles size={20} aria-hidden="true" />
          Make a design
        </ButtonLink>
        <ButtonLink to={`/public-gallery?category=${category}`}>
          <Images size={20} aria-hidden="true" />
          Entries in the Public Gallery
        </ButtonLink>
      </div>
      {/* What depends on the challenge comes below what is there from the start, which therefore stays in place. */}
      {current && signedIn && <OwnEntries challenge={current} onOpen={onOpen} />}
      {current && <EntriesWall challenge={current} onOpen={onOpen} />}
      {current && <Leaderboard challenge={current} onOpen={onOpen} />}
      {data && <PastWinners past={data.past} onOpen={onOpen} />}
      {viewing.viewed !== null && viewer(opened, viewing.viewed, viewing)}
    </Page>
  );
}

function Enter({ challenge }: { challenge: ShownCompetition }) {
  const location = useLocation();
  const signedIn = useStore(token) !== null;
  const [params, setParams] = useSearchParams();
  const [isChoosing, setIsChoosing] = useState(false);
  const wanted = params.get(ENTER);
  const close = () => {
    setIsChoosing(false);
    if (wanted !== null) setParams((before) => withoutEnter(before), { replace: true });
  };
  if (!signedIn) {
    return (
      <ButtonLink look="primary" className={styles.enter} to={loginPathFor(location)}>
        <LogIn size={20} aria-hidden="true" />
        Log in to enter the challenge
      </ButtonLink>
    );
  }
  return (
    <>
      <Button look="primary" className={styles.enter} onClick={() => setIsChoosing(true)}>
        <Trophy size={20} aria-hidden="true" />
        Enter the challenge
      </Button>
      {(isChoosing || wanted !== null) && (
        <Suspense>
          <EnterDialog generationId={wanted} competitionId={challenge.id} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function withoutEnter(params: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(params);
  left.delete(ENTER);
  return left;
}
