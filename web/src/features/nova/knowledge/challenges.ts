import { deadlineText } from '@easel/contracts/competitions/deadline';
import { challengeKinds } from '@easel/contracts/competitions/kinds';
import { challenges as kinds } from '@easel/contracts/competitions/names';
import {
  ANNOUNCEMENT_DAYS,
  ENTRIES_MAX,
  ENTRY_MIN_LONG_SIDE_PX,
  ENTRY_SHARE_PERCENT,
  entryRatios,
  PLACE_MIN_BUYERS,
  prizes,
} from '@easel/contracts/competitions/policy';
import { aspectRatios, type AspectRatio } from '@easel/contracts/generation/policy';
import { endOfUtcDay, lastMinuteHere } from '../../../lib/end-of-day.ts';
import { formatCredits, formatNumber } from '../../../lib/figures.ts';
import { fromChallenges, type Topic } from '../entry.ts';
import { either, lines, paragraphs } from '../say.ts';

const ratioText = (key: AspectRatio): string => `${aspectRatios[key].width}:${aspectRatios[key].height}`;

const shirtNeeds = `T-shirt design: square, with a transparent background, as the T-shirt mode makes it`;
const posterNeeds = `Poster: one of the shapes ${either(entryRatios.poster.map(ratioText))}`;
const pages = challengeKinds.map((kind) => kinds[kind].path);

const prizeText = lines([
  `Every entry: ${ENTRY_SHARE_PERCENT}% of what products with it bring while the challenge runs`,
  ...prizes.map(
    ({ place, percent, credits }) =>
      `${place} place: ${percent}% of what all entries together bring, and ${formatCredits(credits)}`,
  ),
]);

/** spec: rulings "Competition money", "Competition windows", "Proceeds of a challenge". */
export const challenges: Topic = {
  area: 'competitions',
  entries: [
    {
      id: 'challenges.what',
      title: 'What are the design challenges?',
      phrases: [
        'what is a design challenge',
        'monthly competition',
        'explain the contest',
        't-shirt competition',
        'poster competition',
        'how do challenges work',
        'is there an entry fee',
      ],
      answer: () =>
        'Each month there can be a challenge for T-shirt designs and one for posters, with a theme. Members enter pictures that they made here; entering costs nothing. What products with an entry bring while the challenge runs is shared with those who entered. A challenge runs for a calendar month (UTC).',
      links: pages,
      next: ['challenges.enter', 'challenges.prizes', 'challenges.deadline'],
    },
    {
      id: 'challenges.enter',
      title: 'How do I enter a challenge?',
      phrases: [
        'enter a competition',
        'submit a design',
        'how to take part',
        'add my picture to the challenge',
        'how many entries may i submit',
        'join the t-shirt challenge',
        'number of entries per member',
        'enter the poster contest',
      ],
      answer: () =>
        `Make your design in the Creative Studio in T-shirt or Poster mode, at 4K, and keep the one you like. Then open the challenge’s page while it is open and press “Enter the challenge”. You can have up to ${ENTRIES_MAX} entries in each challenge. An entry is shown to everyone while it takes part.`,
      links: [...pages, '/generator'],
      next: ['challenges.requirements', 'challenges.withdraw', 'challenges.deadline'],
    },
    {
      id: 'challenges.requirements',
      title: 'What are the requirements for an entry?',
      phrases: [
        'challenge requirements',
        'rules for entries',
        'which size must the entry be',
        'may i enter an upscaled picture',
        'poster ratios allowed in the contest',
        'my picture cannot be entered',
        'why was my entry refused',
        'wrong format for this challenge',
        'does the entry need a transparent background',
        'minimum resolution for an entry',
      ],
      answer({ challenge }) {
        const shapes =
          challenge === 'tshirt' ? [shirtNeeds] : challenge === 'poster' ? [posterNeeds] : [shirtNeeds, posterNeeds];
        return paragraphs(
          lines([
            ...shapes,
            `Made here at 4K: at least ${formatNumber(ENTRY_MIN_LONG_SIDE_PX)} pixels on the long side`,
            'Your own: uploads, and pictures that were enlarged or upscaled, are refused',
            `Up to ${ENTRIES_MAX} entries a member and challenge`,
          ]),
          'The button says which of these a picture misses.',
        );
      },
      links: pages,
      next: ['challenges.enter', 'making.modes', 'challenges.prizes'],
    },
    {
      id: 'challenges.prizes',
      title: 'What can I win in a challenge?',
      phrases: [
        'prizes',
        'what does the winner get',
        'prize for first second third place',
        'percent for each entry',
        'how much money can i win',
        'share of the proceeds',
        'reward of the competition',
        'credits for the winner',
        'reward for taking part',
        'anything for taking part',
        'what every entry brings',
        'first place',
      ],
      answer: () => paragraphs(prizeText, 'Where nothing is sold, there is no winner and no prize.'),
      links: pages,
      next: ['challenges.proceeds', 'challenges.winners', 'payouts.how'],
    },
    {
      id: 'challenges.proceeds',
      title: 'What counts as proceeds of an entry?',
      phrases: [
        'proceeds of a challenge',
        'do my own orders count',
        'which orders count for the ranking',
        'which sales count for the contest',
        'can friends buy my entry',
        'what happens to refunded orders in the challenge',
        'how is the leaderboard calculated',
        'two different buyers',
      ],
      answer: () =>
        paragraphs(
          'Paid product orders that bear the entry, by the payment’s time within the challenge, less refunds until the winners are announced. Your own orders, and those of accounts that trade with yours, are left out.',
          `For a place an entry needs at least ${PLACE_MIN_BUYERS} different buyers. Of equal entries the earlier one comes first.`,
        ),
      links: pages,
      next: ['challenges.prizes', 'challenges.winners'],
    },
    {
      id: 'challenges.deadline',
      title: 'Until when can I enter?',
      phrases: [
        'challenge deadline',
        'when does the competition end',
        'when does the t-shirt challenge close',
        'how many days remaining',
        'last day to enter',
        'is a challenge open now',
        'when does the next challenge start',
        'current theme of the challenge',
        'active competitions',
        'challenge running at present',
        'theme of this month',
        'when is the deadline',
      ],
      ...fromChallenges((open, { challenge }, now) => {
        const asked = open.filter(({ type }) => challenge === undefined || type === challenge);
        if (asked.length === 0) {
          const what = challenge ? `The ${kinds[challenge].name} is not open now.` : 'No challenge is open now.';
          return `${what} A challenge runs for a calendar month (UTC), and its page says when the next one opens.`;
        }
        return lines(
          asked.map(({ name, theme, deadline }) => {
            const end = deadline === null ? null : new Date(deadline);
            const day =
              end === null
                ? ''
                : ` It closes at ${endOfUtcDay(end.toISOString())}${lastMinuteHere(end.toISOString())}.`;
            return `${name}, “${theme}”: ${deadlineText(end, now)}${day}`;
          }),
        );
      }),
      links: pages,
      next: ['challenges.enter', 'challenges.requirements', 'challenges.winners'],
    },
    {
      id: 'challenges.winners',
      title: 'When are the winners announced?',
      phrases: [
        'announcement of the winners',
        'when do i know if i won',
        'results of the contest',
        'past winners',
        'how are winners chosen',
        'who judges the entries',
        'leaderboard',
        'is there a jury or voting',
        'did i win the challenge',
        'have i won anything',
      ],
      answer: () =>
        `Winners are announced from ${ANNOUNCEMENT_DAYS} days after a challenge has closed; until then late payments and refunds still count. The proceeds decide, not a jury nor likes. The challenge’s page shows the leaderboard and past winners, and winners get a mail.`,
      links: pages,
      next: ['challenges.prizes', 'challenges.proceeds', 'payouts.how'],
    },
    {
      id: 'challenges.withdraw',
      title: 'Can I withdraw an entry?',
      phrases: [
        'withdraw my entry',
        'take back an entry',
        'remove my picture from the contest',
        'replace an entry with another',
        'undo entering the challenge',
        'take my design out of the challenge',
      ],
      answer: () =>
        'Yes, as long as the challenge is open: press Withdraw at your entry on the challenge’s page. The picture is then as public or private as it was before, and you can enter another.',
      links: pages,
      next: ['challenges.enter', 'challenges.paused'],
    },
    {
      id: 'challenges.disqualified',
      title: 'Why was my entry disqualified?',
      phrases: ['disqualified', 'excluded from the challenge', 'entry was thrown out of the contest'],
      answer: () =>
        'An entry that breaks the rules can be disqualified until the winners are announced. We mail you the reason. It then has neither a share nor a place, and stays one of your entries in that challenge. If you think that it is a mistake, please write to us.',
      links: ['/contact', '/terms-conditions'],
      next: ['challenges.requirements', 'challenges.prizes'],
    },
    {
      id: 'challenges.paused',
      title: 'Why does it say “Sales Paused”?',
      phrases: [
        'sales paused',
        'cannot buy this image challenge',
        'why can i not sell my entry',
        'image not for sale during the contest',
        'selling a picture that takes part in a challenge',
        'why can i not buy this picture',
        'my picture is not for sale anymore',
      ],
      answer: () =>
        'A picture that takes part in a challenge is not sold as an image while its challenge runs. Products with it can be ordered meanwhile; afterwards it can be bought again.',
      links: pages,
      next: ['challenges.what', 'credits.buy-price'],
    },
  ],
};
