export const challengeKinds = ['tshirt', 'poster'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];
