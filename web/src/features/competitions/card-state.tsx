import { deadlineText } from '@easel/contracts/competitions/deadline';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../lib/clock.ts';
import { challengeQuery } from './challenges.ts';

/** Shows whether a challenge is open, and for how long. Empty while that is loading. */
export default function CardState({ kind }: { kind: ChallengeKind }) {
  const now = useNow();
  const { data } = useQuery(challengeQuery(kind));
  if (!data) return <>{'\u00a0'}</>;
  const { open } = data;
  if (!open) return <>{`No challenge is open now. ${deadlineText(null, now)}`}</>;
  return <>{`${open.theme}: ${deadlineText(new Date(open.closes_at), now)}`}</>;
}
