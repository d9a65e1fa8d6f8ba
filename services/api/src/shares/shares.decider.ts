import { Refused } from '@easel/contracts/kernel/problem';
import type { ShareFact, Shown } from '@easel/contracts/shares/events';
import { shareProblems } from '@easel/contracts/shares/http';
import { ENDED_SHARES_LISTED, SHARE_DAYS_MAX, shareEndsAt, SHARES_MAX } from '@easel/contracts/shares/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface ShareLink {
  shown: Shown;
  /** ISO 8601, as all times here. */
  madeAt: string;
  expiresAt: string;
  /** Null while nobody has revoked it. */
  revokedAt: string | null;
}

export interface Shares {
  /** By the links' ids, in the order in which they were made. */
  links: Record<string, ShareLink>;
}

export type SharesCommand =
  /** That what it shows is there is found out beforehand. */
  | {
      type: 'MakeShareLink';
      memberId: string;
      shareId: string;
      shown: Shown;
      tokenDigest: string;
      expiresAt: Date;
      at: Date;
    }
  | { type: 'RevokeShareLink'; memberId: string; shareId: string; at: Date }
  /** What the links show is nowhere any more. */
  | { type: 'RevokeLinksTo'; memberId: string; shown: Shown; at: Date };

/** Whether anybody sees anything by it at that time, but for what it shows. */
export const works = ({ expiresAt, revokedAt }: ShareLink, at: Date): boolean =>
  revokedAt === null && new Date(expiresAt) > at;

const idIn = (shown: Shown): string => (shown.kind === 'collection' ? shown.collectionId : shown.generationId);
const isSame = (one: Shown, other: Shown): boolean => one.kind === other.kind && idIn(one) === idIn(other);

/** The links by which a member shows pictures to whoever has them. */
export const shares: Decider<Shares, SharesCommand, ShareFact> = {
  initial: () => ({ links: {} }),

  decide(command, state) {
    const { memberId, at } = command;
    const revoked = (shareId: string, reason: 'choice' | 'gone'): ShareFact => ({
      type: 'ShareLinkRevoked',
      data: { memberId, shareId, reason, revokedAt: at.toISOString() },
    });
    switch (command.type) {
      case 'MakeShareLink': {
        const { shareId, shown, tokenDigest, expiresAt } = command;
        if (Object.hasOwn(state.links, shareId)) return [];
        if (expiresAt <= at) throw new Refused(shareProblems.past);
        if (expiresAt > shareEndsAt(at, SHARE_DAYS_MAX)) throw new Refused(shareProblems.tooLong);
        const working = Object.values(state.links).filter((link) => works(link, at));
        if (working.length >= SHARES_MAX) throw new Refused(shareProblems.tooMany);
        const [madeAt, endsAt] = [at.toISOString(), expiresAt.toISOString()];
        return [{ type: 'ShareLinkMade', data: { memberId, shareId, shown, tokenDigest, madeAt, expiresAt: endsAt } }];
      }
      case 'RevokeShareLink': {
        const link = state.links[command.shareId];
        if (!link) throw new Refused(shareProblems.unknown);
        // One that has expired stays as it ended.
        return works(link, at) ? [revoked(command.shareId, 'choice')] : [];
      }
      case 'RevokeLinksTo':
        return Object.entries(state.links)
          .filter(([, link]) => isSame(link.shown, command.shown) && works(link, at))
          .map(([shareId]) => revoked(shareId, 'gone'));
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'ShareLinkMade': {
        const { shareId, shown, madeAt, expiresAt } = data;
        state.links[shareId] = { shown, madeAt, expiresAt, revokedAt: null };
        forgetEnded(state, new Date(madeAt));
        return state;
      }
      case 'ShareLinkRevoked': {
        const link = state.links[data.shareId];
        if (link) link.revokedAt = data.revokedAt;
        return state;
      }
    }
  },
};

/** Of those that are over the last made are kept: whoever shares for years has few to look through. */
function forgetEnded({ links }: Shares, at: Date): void {
  const ended = Object.entries(links).filter(([, link]) => !works(link, at));
  for (const [id] of ended.slice(0, Math.max(0, ended.length - ENDED_SHARES_LISTED))) delete links[id];
}
