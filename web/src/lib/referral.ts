import { REFERRAL_CREDITS } from '@easel/contracts/account/policy';
import { brand } from '@easel/contracts/brand';

/** spec: member-experience §9, Referral. The sign-up page with the member's code filled in. */
export const referralLink = (origin: string, code: string): string =>
  `${origin}/register?${new URLSearchParams({ ref: code })}`;

/** spec: member-experience §9. Ruled: for each side, once, when the invited member has verified the address. */
export const REFERRAL_OFFER = `${REFERRAL_CREDITS} permanent credits for each of you`;

const INVITATION = `Make pictures from words with me on ${brand.name}. Sign up with my link, verify your email address, and we both get ${REFERRAL_CREDITS} credits.`;

export interface ShareTarget {
  name: string;
  /** Where the invitation is written out, ready to be sent. */
  address: string;
}

const withQuery = (address: string, query: Record<string, string>) => `${address}?${new URLSearchParams(query)}`;

/** spec: member-experience §2, Share popover, in its order. */
export function shareTargets(link: string): readonly ShareTarget[] {
  return [
    { name: 'Facebook', address: withQuery('https://www.facebook.com/sharer/sharer.php', { u: link }) },
    { name: 'Twitter/X', address: withQuery('https://twitter.com/intent/tweet', { url: link, text: INVITATION }) },
    { name: 'LinkedIn', address: withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: link }) },
    { name: 'WhatsApp', address: withQuery('https://wa.me/', { text: `${INVITATION} ${link}` }) },
    { name: 'Telegram', address: withQuery('https://t.me/share/url', { url: link, text: INVITATION }) },
    { name: 'Email', address: mailAddress(`Join me on ${brand.name}`, `${INVITATION}\n\n${link}`) },
  ];
}

/** Mail programs read a plus as a plus, so spaces must not become one. */
const mailAddress = (subject: string, body: string) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
