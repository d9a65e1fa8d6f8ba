import { REFERRAL_CREDITS, utcMonth } from '../account/policy.ts';
import { brand } from '../brand.ts';
import { folded, plain } from '../kernel/words.ts';

/** Signed-in time of a session. */
export const SESSION_DAYS = 30;

/** Characters of a password in its Unicode form. spec: member-experience §5; spec: rulings "Passwords". */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
/** Characters of the same password as it is typed: fully decomposed, a character is at most four. */
export const TYPED_PASSWORD_MAX = 4 * PASSWORD_MAX;

/** Returns the one Unicode form in which passwords are set and compared; keyboards produce several. */
export const passwordForm = (password: string): string => password.normalize('NFKC');

/** Addresses and user names differ by more than case. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();
/** Keeps accents: names that differ in them belong to different people. */
export const canonicalUsername = (username: string): string => folded(username.trim());

/**
 * The mailbox that an address leads to, as far as can be told from it: what stands behind a plus is dropped, and the
 * dots that Gmail takes no notice of. A mailbox is rewarded for one invitation, whatever addresses it goes by.
 */
export function mailboxOf(email: string): string {
  const canonical = canonicalEmail(email);
  const at = canonical.lastIndexOf('@');
  const domain = canonical.slice(at + 1);
  const local = canonical.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** spec: member-experience §3 "User.preferences"; the first is the default. */
export const defaultResolutions = ['4K', '2K', '1K'] as const;
export const defaultFormats = ['PNG', 'JPG', 'WebP'] as const;
export type DefaultResolution = (typeof defaultResolutions)[number];
export type DefaultFormat = (typeof defaultFormats)[number];

/** How long the links in mails hold. */
export const VERIFY_LINK_HOURS = 48;
export const RESET_LINK_MINUTES = 60;
/** As long as the address of before is kept for who left it. */
export const UNDO_EMAIL_DAYS = 7;

/** Mails that one member is sent an hour, however often they are asked for. */
export const MAILS_AN_HOUR = { verification: 10, reset: 5 } as const;

/**
 * Attempts to sign in that may fail before waiting begins, by whom they are counted; RATE_LIMIT_SCALE multiplies them.
 * A browser that has signed in to the account before is counted by itself, so that it gets in while others are shut
 * out.
 */
export const SIGN_IN_ATTEMPTS = {
  account: { attempts: 10, windowSeconds: 900 },
  browser: { attempts: 10, windowSeconds: 900 },
  address: { attempts: 25, windowSeconds: 900 },
} as const;

/** The monthly mail leaves on the first day of the month after, at this hour, UTC. */
const DIGEST_HOUR = 9;
/** Up to this day of that month it is made up for; later it is no news. */
const DIGEST_LAST_DAY = 7;

/** When a monthly mail is due next: never in the month of that instant. */
export const nextDigestAt = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1, DIGEST_HOUR));

/** The UTC month, `2026-11`, that a monthly mail tells of which is sent at that instant. */
export const digestMonthAt = (at: Date): string =>
  utcMonth(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)));

/** Whether a monthly mail may be sent at that instant. */
export const isDigestTime = (at: Date): boolean =>
  at.getUTCDate() <= DIGEST_LAST_DAY && (at.getUTCDate() > 1 || at.getUTCHours() >= DIGEST_HOUR);

export const PRESETS_MAX = 20;

/** Lists the rules a password fails, in order. spec: member-experience §5 "Reset password". */
export function resetPasswordProblems(typed: string): readonly string[] {
  const password = passwordForm(typed);
  const rules: readonly (readonly [boolean, string])[] = [
    [password.length >= PASSWORD_MIN, 'Password must be at least 8 characters long'],
    [/\p{Ll}/u.test(password), 'Password must contain at least one lowercase letter'],
    [/\p{Lu}/u.test(password), 'Password must contain at least one uppercase letter'],
    [/\p{Nd}/u.test(password), 'Password must contain at least one number'],
  ];
  return rules.filter(([met]) => !met).map(([, message]) => message);
}

/** What a member invites others with: the member's id in fewer letters, so that it leads back without a look-up. */
export const referralCodeOf = (memberId: string): string => BigInt(`0x${memberId.replaceAll('-', '')}`).toString(36);

/** The id whose code this is, in whatever case; whether anybody has it is another question. Undefined for nonsense. */
export function inviterOf(code: string): string | undefined {
  const letters = code.trim().toLowerCase();
  if (!/^[0-9a-z]{1,25}$/.test(letters)) return undefined;
  const number = Array.from(letters).reduce((sum, letter) => sum * 36n + BigInt(parseInt(letter, 36)), 0n);
  const id = number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return id.length === 36 && referralCodeOf(id) === letters ? id : undefined;
}

/** spec: member-experience §2 "Share popover". */
export const shareChannels = [
  'Facebook',
  'Twitter/X',
  'LinkedIn',
  'WhatsApp',
  'Telegram',
  'Email',
  'Copy Link',
] as const;
export type ShareChannel = (typeof shareChannels)[number];

export interface ShareText {
  /** Of a mail. */
  subject: string | null;
  /**
   * With the link in it where the channel has no place of its own for that; empty where it takes a link and no words.
   */
  text: string;
}

const INVITATION = `Make pictures from words with me on ${brand.name}.`;
const REWARD = `Sign up with my link, and we both get ${REFERRAL_CREDITS} credits that never expire: you when you verify your email address, I with your first picture.`;

/** What is sent with an invitation. */
export function shareText(channel: ShareChannel, link: string): ShareText {
  switch (channel) {
    case 'Facebook':
    case 'LinkedIn':
      return { subject: null, text: '' };
    case 'Twitter/X':
    case 'Telegram':
      return { subject: null, text: `${INVITATION} ${REWARD}` };
    case 'WhatsApp':
      return { subject: null, text: `${INVITATION} ${REWARD} ${link}` };
    case 'Email':
      return { subject: `Join me on ${brand.name}`, text: `${INVITATION} ${REWARD}\n\n${link}` };
    case 'Copy Link':
      return { subject: null, text: link };
  }
}

/** A public name, in the letters of an address: `/u/{name}`. */
export const PUBLIC_NAME = { least: 3, most: 30, letters: /^[a-z0-9-]*$/ } as const;
/** How long a public name that was given up is held for its former owner: old links must not lead to somebody else. */
export const PUBLIC_NAME_HELD_DAYS = 365;
/** How many names are held for one member, the last given up: nobody is to collect names. */
export const PUBLIC_NAMES_HELD = 5;

/** Names that would speak for the house, or stand where its own addresses do. */
const RESERVED: ReadonlySet<string> = new Set(
  `${brand.name.toLowerCase()} about account admin administrator anonymous api auth billing contact curator deleted
   erased feed following gallery help image images legal login mail me moderator news nobody nova null official operator
   payments pricing privacy profile public register root search security settings shop staff status support system team
   terms undefined unknown user visitor www`.split(/\s+/),
);

/** Returns whether a name is reserved, compared without its dashes (`ad-min` is) and by how it begins. */
export const isReservedName = (name: string): boolean =>
  RESERVED.has(name.replaceAll('-', '')) || name.replace(/^-+/, '').startsWith(`${brand.name.toLowerCase()}-`);

/** What of a user name may be a public one: a first proposal, which its member may change. */
export function proposedName(username: string): string {
  const name = plain(username)
    .replace(/[\s._]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, PUBLIC_NAME.most);
  return name.length < PUBLIC_NAME.least || isReservedName(name) ? '' : name;
}
