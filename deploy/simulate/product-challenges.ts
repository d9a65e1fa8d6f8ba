import { AnnounceChallenge, AnnounceChallengeHandler } from '@easel/api/competitions/announce-challenge';
import { Candidates } from '@easel/api/competitions/candidates';
import { Challenges } from '@easel/api/competitions/challenges';
import { CloseChallenge, CloseChallengeHandler } from '@easel/api/competitions/close-challenge';
import { EnterChallenge, EnterChallengeHandler } from '@easel/api/competitions/enter-challenge';
import { GrantChallenge, GrantChallengeHandler } from '@easel/api/competitions/grant-challenge';
import { SettleEntry, SettleEntryHandler } from '@easel/api/competitions/settle-entry';
import { ChallengeTally } from '@easel/api/competitions/tally-challenge';
import type { AccountLookup } from '@easel/api/account/account.lookup';
import type { EarningsLookup } from '@easel/api/earnings/earnings.lookup';
import { RingsLookup } from '@easel/api/earnings/rings.lookup';
import type { GenerationLookup } from '@easel/api/generation/generation.lookup';
import type { MembersLookup } from '@easel/api/members/members.lookup';
import { OperatorsLookup } from '@easel/api/operators/operators.lookup';
import type { Commands } from './commands.ts';
import type { Ground } from './ground.ts';

/** What challenges share with the rest of their process. */
interface Shared {
  commands: Commands;
  accounts: AccountLookup;
  earned: EarningsLookup;
  generations: GenerationLookup;
  members: MembersLookup;
}

/** Mounts what challenges are entered, closed, announced and paid by, as their feature does. */
export function mountChallenges({ log, runner }: Ground, shared: Shared): void {
  const { commands, accounts, earned, generations, members } = shared;
  const { bus } = commands;
  const challenges = new Challenges(runner);
  const tally = new ChallengeTally(log, accounts, new RingsLookup(accounts, earned));
  commands.handle(EnterChallenge, new EnterChallengeHandler(bus, challenges, new Candidates(generations)));
  commands.handle(SettleEntry, new SettleEntryHandler(bus, challenges));
  commands.handle(CloseChallenge, new CloseChallengeHandler(bus, challenges, tally));
  commands.handle(AnnounceChallenge, new AnnounceChallengeHandler(bus, challenges, new OperatorsLookup(runner), tally));
  commands.handle(GrantChallenge, new GrantChallengeHandler(bus, members));
}
