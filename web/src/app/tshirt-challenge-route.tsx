import { ChallengeRoute } from './challenge-route.tsx';

export default function TshirtChallengeRoute() {
  return <ChallengeRoute kind="tshirt" />;
}
