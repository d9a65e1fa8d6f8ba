import { competitionStream } from '@easel/contracts/competitions/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { AnnounceChallengeHandler } from './announce-challenge.ts';
import { Candidates } from './candidates.ts';
import { Challenges } from './challenges.ts';
import { CloseChallengeHandler } from './close-challenge.ts';
import { closeCompetitions } from './close-challenge.process.ts';
import { openCompetitions } from './open-challenge.process.ts';
import { competition } from './competition.decider.ts';
import { CompetitionsConsoleController } from './competitions-console.controller.ts';
import { CompetitionsController } from './competitions.controller.ts';
import { CompetitionLetters } from './competitions.letters.ts';
import { CompetitionsLookup } from './competitions.lookup.ts';
import { EnterChallengeHandler } from './enter-challenge.ts';
import { grantChallenges } from './grant-challenge.process.ts';
import { GrantChallengeHandler } from './grant-challenge.ts';
import { PostChallengeMailHandler } from './post-challenge-mails.ts';
import { postChallengeMails } from './post-challenge-mails.process.ts';
import { PostChallengeNewsHandler } from './post-challenge-news.ts';
import { postChallengeNews } from './post-challenge-news.process.ts';
import { settleEntries } from './settle-entry.process.ts';
import { SettleEntryHandler } from './settle-entry.ts';
import { ChallengeTally } from './tally-challenge.ts';
import { withdrawGone } from './withdraw-gone.process.ts';

export const competitionsFeature = feature({
  stream: competitionStream,
  decider: competition,
  routes: [CompetitionsController, CompetitionsConsoleController],
  processes: [
    openCompetitions,
    closeCompetitions,
    settleEntries,
    withdrawGone,
    grantChallenges,
    postChallengeMails,
    postChallengeNews,
  ],
  lookups: [CompetitionsLookup],
  providers: [Candidates, Challenges, CompetitionLetters, ChallengeTally],
  useCases: [
    EnterChallengeHandler,
    SettleEntryHandler,
    CloseChallengeHandler,
    AnnounceChallengeHandler,
    GrantChallengeHandler,
    PostChallengeMailHandler,
    PostChallengeNewsHandler,
  ],
});
