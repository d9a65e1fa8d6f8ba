import { ChallengePage } from './challenge-page.tsx';

export default function PosterCompetitionPage() {
  return <ChallengePage kind="poster" />;
}
