import { REFERRAL_CREDITS, REFERRALS_A_MONTH } from '@easel/contracts/account/policy';
import { shareChannels, shareText, type ShareChannel } from '@easel/contracts/members/policy';

/** Links to registration with the member's code. spec: member-experience §9 "Referral". */
export const referralLink = (origin: string, code: string): string =>
  `${origin}/register?${new URLSearchParams({ ref: code })}`;

/** spec: member-experience §9 "Referral"; spec: rulings "Referral reward". */
export const REFERRAL_OFFER = `${REFERRAL_CREDITS} permanent credits for each of you`;
/** When either side gets them, and how often. */
export const REFERRAL_TERMS = `Your friend gets them by verifying the email address, you with your friend’s first picture. A mailbox counts once, and up to ${REFERRALS_A_MONTH} friends a month.`;

export interface ShareTarget {
  name: string;
  /** Where the invitation is written out, ready to be sent. */
  address: string;
}

const withQuery = (address: string, query: Record<string, string>) => `${address}?${new URLSearchParams(query)}`;

/** Channels in their specified order, without Copy Link. spec: member-experience §2 "Share popover". */
export const shareTargets = (link: string): readonly ShareTarget[] =>
  shareChannels.filter((channel) => channel !== 'Copy Link').map((name) => ({ name, address: addressFor(name, link) }));

function addressFor(channel: Exclude<ShareChannel, 'Copy Link'>, link: string): string {
  const { subject, text } = shareText(channel, link);
  switch (channel) {
    case 'Facebook':
      return withQuery('https://www.facebook.com/sharer/sharer.php', { u: link });
    case 'Twitter/X':
      return withQuery('https://twitter.com/intent/tweet', { url: link, text });
    case 'LinkedIn':
      return withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: link });
    case 'WhatsApp':
      return withQuery('https://wa.me/', { text });
    case 'Telegram':
      return withQuery('https://t.me/share/url', { url: link, text });
    case 'Email':
      return mailAddress(subject ?? '', text);
  }
}

/** Mail programs read a plus as a plus, so spaces must not become one. */
const mailAddress = (subject: string, body: string) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
