import { ChallengePage } from './challenge-page.tsx';

export default function TshirtCompetitionPage() {
  return <ChallengePage kind="tshirt" />;
}
