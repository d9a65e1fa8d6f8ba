import { ChallengeRoute } from './challenge-route.tsx';

export default function PosterChallengeRoute() {
  return <ChallengeRoute kind="poster" />;
}
