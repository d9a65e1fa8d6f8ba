import { REFERRAL_CREDITS, REFERRALS_A_MONTH } from '@easel/contracts/account/policy';
import { formatCredits } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { paragraphs } from '../say.ts';

/** spec: rulings "Referral reward", "Referral limits". */
export const referral: Topic = {
  area: 'pricing',
  entries: [
    {
      id: 'referral.reward',
      title: 'What do I get for inviting a friend?',
      phrases: [
        'refer a friend',
        'referral reward',
        'referral bonus credits',
        'invite friends',
        'what does my friend get',
        'friend registers by my link',
        'how many friends can i invite',
        'affiliate program',
        'bonus for an invitation',
        'what do we both get for an invitation',
      ],
      answer: () =>
        paragraphs(
          `${formatCredits(REFERRAL_CREDITS)} for each of you, permanent: your friend gets them by verifying the email address, you with your friend’s first picture.`,
          `A mailbox counts once, and up to ${REFERRALS_A_MONTH} friends a month are rewarded. Sharing as such earns nothing.`,
        ),
      links: ['/', '/profile'],
      next: ['referral.link', 'referral.missing', 'credits.more'],
    },
    {
      id: 'referral.link',
      title: 'Where is my referral link?',
      phrases: [
        'find my referral link',
        'copy invitation link',
        'my referral code',
        'where do i invite friends',
        'share menu facebook whatsapp telegram',
        'send my invitation',
      ],
      answer: () =>
        'Your link is on the dashboard under “Invite a friend”, and in the share menu of the top bar: for Facebook, Twitter/X, LinkedIn, WhatsApp, Telegram, email, or to copy.',
      links: ['/'],
      next: ['referral.reward', 'referral.missing'],
    },
    {
      id: 'referral.missing',
      title: 'Why did I get no credits for my friend?',
      phrases: [
        'referral credits missing',
        'friend registered but no credits',
        'did not receive referral bonus',
        'where are my referral credits',
        'invited somebody got nothing',
        'no bonus for my friend',
      ],
      answer: () =>
        `Your credits come with your friend’s first completed picture, your friend’s with the verified email address. The account has to be registered by your link, each mailbox counts once, and at most ${REFERRALS_A_MONTH} friends a month are rewarded.`,
      links: ['/', '/statement'],
      next: ['referral.reward', 'support.contact'],
    },
  ],
};
