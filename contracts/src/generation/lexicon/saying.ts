import { cutText } from '../../kernel/cut-text.ts';
import { visibleText } from '../../kernel/visible-text.ts';
import { LETTERING_MAX } from '../policy.ts';
import { typeset, unsettableIn } from './letters.ts';

/** What a prompt wants to be read in the picture. */
export interface Saying {
  /** As written, spaces and apostrophes tidied. */
  readonly text: string;
  /** Said to be text, by quotation marks or by words like "that says"; otherwise guessed from the strongest words. */
  readonly quoted: boolean;
}

const quotation =
  /“([^“”]{1,400})”|„([^„“”]{1,400})[“”]|«([^«»]{1,400})»|"([^"]{1,400})"|(?<!\p{L})‘([^‘]{1,400}?)’(?!\p{L})|(?<!\p{L})'([^']{1,400}(?:'\p{L}+[^']{0,400})*)'(?!\p{L})/u;
/** What bears words: only behind it are "reading" and "called" said of words to be read. */
const bearer = `(?:${[
  'posters? signs? banners? cards? labels? logos? logotypes? wordmarks? badges? emblems? crests? patch stickers? stamps?',
  'covers? flyers? billboards? plaques? flags? mugs? neon (?:t-?)?shirts? tees? hoodies? designs? quotes? slogans?',
  'typography lettering text',
]
  .join(' ')
  .replaceAll(' ', '|')})\\b[^,.;\\n]{0,60}?\\b`;
const sayings = [
  `${bearer}(?:says?|saying|reads?|reading)`,
  '(?:with|of) the (?:words?|text|quote|slogan|phrase|letters|lettering)',
  '(?:says?|reads?|quote|slogan|text|headline|motto|words?)\\s*:',
  'lettering of',
];
const announced = new RegExp(`\\b(?:${sayings.join('|')})\\s*:?\\s+([^,.;\\n]{1,200})`, 'iu');
/** The name of what a logo or a sign is for, up to the next phrase. */
const named = new RegExp(
  `\\b${bearer}(?:called|named)\\s+([^,.;\\n]{1,60}?)` +
    '(?=\\s+(?:with|in|on|and|for|at|by|from|over|under)\\b|[,.;\\n]|$)',
  'iu',
);

const request = new Set(
  (
    'a an the of and or in on at by for with from to into over under is are be as it its this that my your our their his her one two ' +
    'poster print typography typographic type lettering quote text font words word letter letters saying says say reads read design style art artwork ' +
    'illustration image picture drawing painting graphic about featuring showing some very beautiful modern vintage retro minimal minimalist bold large big ' +
    'huge small elegant colorful colourful motivational inspirational inspiring cool nice make create draw please logo badge emblem shirt tshirt tee crest ' +
    'sticker patch icon stamp label mascot insignia round circular black white background transparent high quality detailed hand made drawn lettered calligraphy slogan headline serif sans swiss ' +
    'bauhaus shirts wearing like looking full hd best'
  ).split(' '),
);

/** Returns what a prompt quotes or says to be text, tidied; empty where it does neither. */
function quotedIn(prompt: string): string {
  const marked = quotation
    .exec(prompt)
    ?.slice(1)
    .find((part) => part !== undefined);
  return typeset(marked ?? announced.exec(prompt)?.[1] ?? named.exec(prompt)?.[1] ?? '');
}

/**
 * Marks alone in quotation marks are no words. Characters that cannot be set count, so that they are reported and not
 * dropped.
 */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) || unsettableIn(text).length > 0;

/** The text to be set, or null where the prompt has none. It may have characters that cannot be set. */
export function sayingOf(prompt: string): Saying | null {
  const text = shortened(quotedIn(prompt));
  if (hasWords(text)) return { text, quoted: true };
  const strongest = typeset(prompt)
    .split(/[^\p{L}\p{M}\p{Nd}’]+/u)
    .filter((word) => word.length > 2 && !request.has(word.toLowerCase()) && unsettableIn(word).length === 0)
    .slice(0, 3);
  return strongest.length > 0 ? { text: strongest.join(' '), quoted: false } : null;
}

/** Words that are given as such. */
export function writtenOf(lettering: string): Saying | null {
  const text = shortened(typeset(lettering));
  return visibleText(text) === '' ? null : { text, quoted: true };
}

const occasion =
  /\b(?:night|party|concert|festival|gig|show|tour|sale|opening|exhibition|fair|market|workshop|reunion|wedding|birthday|anniversary|marathon|race|tournament|premiere|screening|reading|lecture|meetup|conference|session|brunch|dinner|picnic|parade|carnival|ball|rave|jam)\b/iu;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const moment = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?:${months})|(?:${months})\\s+\\d{1,2}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tonight|tomorrow)\\b|\\d{1,2}[./]\\d{1,2}\\.?|\\d{1,2}(?::\\d{2})?\\s*(?:am|pm)\\b|\\d{1,2}:\\d{2}`,
  'iu',
);
/** How people begin who say what is to be announced. */
const opening =
  /^.*?\b(?:poster|flyer|t-?shirt|shirt|tee|print|banner|card|invitation|design)s?\b\s*(?:design\s*)?(?:for|of|about|announcing|with|:)\s*(?:the|a|an|our|my)?\s*/iu;

/** An occasion with its day, as it is announced: 'Jazz night in Berlin, 14 June'. Null where there is none. */
export function announcementOf(prompt: string): string | null {
  const parts = prompt
    .replace(opening, '')
    .split(/[,;\n]+/u)
    .map((part) => part.trim())
    .filter(Boolean);
  const from = parts.findIndex((part) => occasion.test(part));
  const to = parts.findLastIndex((part) => moment.test(part));
  if (from < 0 || to < 0) return null;
  const text = shortened(typeset(parts.slice(Math.min(from, to), Math.max(from, to) + 1).join(', ')));
  return text === '' ? null : text;
}

/**
 * The words that a poster or a T-shirt is to bear: what is quoted or said to be text, or what it announces; else none.
 */
export function letteringOf(prompt: string): string {
  const saying = sayingOf(prompt);
  return saying?.quoted === true ? saying.text : (announcementOf(prompt) ?? '');
}

function shortened(text: string): string {
  if (text.length <= LETTERING_MAX) return text;
  return cutText(text, LETTERING_MAX).replace(/\s+\S*$/u, '');
}
