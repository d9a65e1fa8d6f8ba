import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { v5 as uuidV5 } from 'uuid';

const COMPETITION_NAMESPACE = '4f6f0b52-9f3e-4d0b-8d55-3a1c7a5e2b90';

/** Returns the id of the challenge of a kind in a UTC month. There is at most one. */
export const competitionIdOf = (kind: ChallengeKind, month: string): string =>
  uuidV5(`${kind} ${month}`, COMPETITION_NAMESPACE);
