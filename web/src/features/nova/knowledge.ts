import type { Area, Entry, Topic } from './entry.ts';
import { account } from './knowledge/account.ts';
import { billing } from './knowledge/billing.ts';
import { challenges } from './knowledge/challenges.ts';
import { community } from './knowledge/community.ts';
import { credits } from './knowledge/credits.ts';
import { downloads } from './knowledge/downloads.ts';
import { earnings } from './knowledge/earnings.ts';
import { editing } from './knowledge/editing.ts';
import { gallery } from './knowledge/gallery.ts';
import { making } from './knowledge/making.ts';
import { own } from './knowledge/own.ts';
import { plans } from './knowledge/plans.ts';
import { prints } from './knowledge/prints.ts';
import { providers } from './knowledge/providers.ts';
import { referral } from './knowledge/referral.ts';
import { rights } from './knowledge/rights.ts';
import { support } from './knowledge/support.ts';
import { technical } from './knowledge/technical.ts';

const topics: readonly Topic[] = [
  making,
  providers,
  editing,
  challenges,
  plans,
  credits,
  billing,
  referral,
  downloads,
  prints,
  support,
  technical,
  account,
  own,
  gallery,
  rights,
  community,
  earnings,
];

/** Everything that Nova knows. */
export const entries: readonly (Entry & { area: Area })[] = topics.flatMap(({ area, entries: ofTopic }) =>
  ofTopic.map((entry) => ({ ...entry, area })),
);
