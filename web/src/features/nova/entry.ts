import type { OwnChatState } from '@easel/contracts/chat/http';
import type { competitionsHttp } from '@easel/contracts/competitions/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { PriceList } from '@easel/contracts/prices/policy';
import type { Asked } from './asked.ts';

/** One that is open now. */
export type Challenge = Reply<typeof competitionsHttp.active>['competitions'][number];

/** The nine areas of the knowledge. spec: public-and-commerce §9 "Nova and interface". */
export const areas = {
  'ai-generation': 'AI generation',
  'image-editing': 'Image editing',
  competitions: 'Competitions',
  pricing: 'Pricing and credits',
  features: 'Features',
  technical: 'Technical',
  account: 'Account',
  gallery: 'Gallery',
  community: 'Community',
} as const;
export type Area = keyof typeof areas;

/** What is read from the server for an answer; each is absent where it could not be read. */
export interface Known {
  prices?: PriceList | undefined;
  own?: OwnChatState | undefined;
  challenges?: readonly Challenge[] | undefined;
  now: Date;
}
export type Need = Exclude<keyof Known, 'now'>;

/** A question and its answer. */
export interface Entry {
  /** `topic.question`; it is what a message's topic says. */
  id: string;
  /** As its button says it. */
  title: string;
  /** Other ways to ask it, in few words. */
  phrases: readonly string[];
  /** What has to be read first. */
  needs?: Need;
  /** Undefined where what it needs could not be read. Paragraphs are separated by an empty line. */
  answer: (asked: Asked, known: Known) => string | undefined;
  /** Paths of pages that it leads to; those that are not there are left out. */
  links?: readonly string[];
  /** Ids of what is asked next. */
  next?: readonly string[];
}

/** One topic a file. */
export interface Topic {
  area: Area;
  entries: readonly Entry[];
}

type Say<Data> = (data: Data, asked: Asked, now: Date) => string;

/** An answer from the price list in force. */
export const fromPrices = (say: Say<PriceList>): Pick<Entry, 'needs' | 'answer'> => ({
  needs: 'prices',
  answer: (asked, { prices, now }) => prices && say(prices, asked, now),
});

/** An answer from the member's own figures. */
export const fromOwn = (say: Say<OwnChatState>): Pick<Entry, 'needs' | 'answer'> => ({
  needs: 'own',
  answer: (asked, { own, now }) => own && say(own, asked, now),
});

/** An answer from the challenges that are open. */
export const fromChallenges = (say: Say<readonly Challenge[]>): Pick<Entry, 'needs' | 'answer'> => ({
  needs: 'challenges',
  answer: (asked, { challenges, now }) => challenges && say(challenges, asked, now),
});
