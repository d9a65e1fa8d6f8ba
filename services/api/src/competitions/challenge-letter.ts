import { monthName } from '@easel/contracts/account/policy';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challenges } from '@easel/contracts/competitions/names';
import {
  announcedFrom,
  challengeWindow,
  ENTRIES_MAX,
  ENTRY_SHARE_PERCENT,
  PLACE_MIN_BUYERS,
  prizes,
  REMINDER_DAYS,
  type Award,
  type ChallengeNews,
} from '@easel/contracts/competitions/policy';
import type { Letter } from '../mail/mails.ts';
import { dollars, utcDay } from '../mail-words.ts';
import type { NewsRecipient } from '../members/marketing.lookup.ts';

/** The challenge that a mail is about. Theme and description are written by an admin, never by a member. */
export interface LetterChallenge {
  kind: ChallengeKind;
  /** UTC, `2026-11`. */
  month: string;
  theme: string;
  description: string;
}

/** Characters of a prompt that a mail quotes. */
const PROMPT_MAX = 80;

const nameOf = ({ kind, month }: LetterChallenge): string => `${challenges[kind].name} of ${monthName(month)}`;

/** The last day on which pictures can be entered or withdrawn. */
const lastDay = ({ month }: LetterChallenge): string =>
  utcDay(new Date(challengeWindow(month).closesAt.getTime() - 1).toISOString());

const announcedAt = ({ month }: LetterChallenge): string =>
  utcDay(announcedFrom(challengeWindow(month).closesAt).toISOString());

const toChallenge = ({ kind }: LetterChallenge): NonNullable<Letter['action']> => ({
  label: 'Open the challenge',
  path: challenges[kind].path,
});

const whatItBrings =
  `Each entry brings you ${ENTRY_SHARE_PERCENT}% of what products with it sell for. The three that sell most win ` +
  `${listed(prizes.map(({ percent }) => `${percent}%`))} of what all entries bring together, and ` +
  `${listed(prizes.map(({ credits }) => String(credits)))} credits. A place needs at least ${PLACE_MIN_BUYERS} buyers.`;

export function newsLetter(recipient: NewsRecipient, challenge: LetterChallenge, news: ChallengeNews): Letter {
  const { name } = challenges[challenge.kind];
  const opened = [
    `the ${nameOf(challenge)} is open. Its theme: ${challenge.theme}`,
    challenge.description,
    `You can enter up to ${ENTRIES_MAX} pictures that you made here in 4K, until the end of ${lastDay(challenge)}.`,
    whatItBrings,
  ];
  const closing = [
    `the ${nameOf(challenge)} closes at the end of ${lastDay(challenge)}. Its theme: ${challenge.theme}`,
    `You have not entered a picture yet. You can enter up to ${ENTRIES_MAX} that you made here in 4K.`,
    whatItBrings,
  ];
  return {
    ...recipient,
    subject: news === 'opened' ? `The ${nameOf(challenge)} is open` : `${name}: ${REMINDER_DAYS} days left to enter`,
    paragraphs: ['Hello,', ...(news === 'opened' ? opened : closing)],
    action: toChallenge(challenge),
    footnotes: ['We send you this because you asked for news and offers by email.'],
  };
}

const service = ['We send you this mail because of your entry. It is not advertising.'];

/** `prompt`: of the picture; empty where it is gone. */
export const enteredLetter = (to: string, challenge: LetterChallenge, prompt: string): Letter => ({
  to,
  subject: `Your picture is entered in the ${challenges[challenge.kind].name}`,
  paragraphs: [
    'Hello,',
    `your picture${quoted(prompt)} takes part in the ${nameOf(challenge)}. Its theme: ${challenge.theme}`,
    'Everyone can see the picture now and order products with it. The image itself is not sold while the challenge is open.',
    `${whatItBrings} Your own orders do not count.`,
    `You can withdraw it on the page of the challenge until the end of ${lastDay(challenge)}. If it was private before, it is private again then. Making it private or deleting it withdraws it as well.`,
    `Winners are announced on ${announcedAt(challenge)} at the earliest, because refunds still change the standing until then.`,
  ],
  action: toChallenge(challenge),
  footnotes: service,
});

export const disqualifiedLetter = (
  to: string,
  challenge: LetterChallenge,
  { prompt, reason }: { prompt: string; reason: string },
): Letter => ({
  to,
  subject: `Your entry was disqualified from the ${challenges[challenge.kind].name}`,
  paragraphs: [
    'Hello,',
    `your entry${quoted(prompt)} was disqualified from the ${nameOf(challenge)}. It brings you neither a share nor a place.`,
    `The reason: ${reason}`,
    'If the picture was private before you entered it, it is private again. If you think that this is a mistake, please write to us.',
  ],
  action: { label: 'Contact us', path: '/contact' },
  links: [toChallenge(challenge)],
  footnotes: service,
});

/** The result of an entry, in cents and tenths of a credit. */
export type Result = Award;

/** The result of a member's entries. `payableFrom` is the UTC day from which it can be paid out. */
export function resultsLetter(
  to: string,
  challenge: LetterChallenge,
  results: readonly Result[],
  payableFrom: string,
): Letter {
  const placed = results.filter(({ place }) => place !== null);
  const cents = results.reduce((sum, { shareCents, prizeCents }) => sum + shareCents + prizeCents, 0);
  const shareCents = results.reduce((sum, one) => sum + one.shareCents, 0);
  const { name } = challenges[challenge.kind];
  const [best] = placed.map(({ place }) => place!).toSorted((one, other) => one - other);
  const share = `Your share of what products with your ${results.length === 1 ? 'entry' : 'entries'} sold for is ${dollars(shareCents)}.`;
  return {
    to,
    subject:
      best === undefined ? `Your share of the ${name}` : `You won ${prizes[best - 1]!.place} place in the ${name}`,
    paragraphs: [
      'Hello,',
      best === undefined
        ? `the winners of the ${nameOf(challenge)} are announced. No entry of yours won a place.`
        : `congratulations: the winners of the ${nameOf(challenge)} are announced, and you are one of them.`,
      ...placed.map(
        ({ place, prizeCents, prizeTenths }) =>
          `${prizes[place! - 1]!.place} place: ${dollars(prizeCents)} and ${prizeTenths / 10} credits.`,
      ),
      share,
      `${dollars(cents)} is in your wallet. You can spend it at once, and have it paid out from ${payableFrom} (UTC).`,
    ],
    action: { label: 'See your earnings', path: '/profit-sharing' },
    links: [toChallenge(challenge)],
    footnotes: service,
  };
}

/** Tells pictures apart in a mail, in one line. */
function quoted(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '';
  const characters = Array.from(new Intl.Segmenter('en').segment(line), ({ segment }) => segment);
  return ` “${characters.length > PROMPT_MAX ? `${characters.slice(0, PROMPT_MAX).join('')}…` : line}”`;
}

function listed(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
