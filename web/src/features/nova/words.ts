import { countries } from '@easel/contracts/orders/countries';
import { meaningOf } from './synonyms.ts';

/** How messages and phrases are compared: as lists of terms, in which words of one meaning are one term. */

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the we us our it its is are was were be been being do does did doing can
   could would should will shall may might must to of in on at by for from with as and or but if then than that this
   these those there here what which want wants
   need needs please tell know about any some so just also really actually ok okay im ive id exactly let into like way thing things one ones someone somebody way ways too very again go goes
   going use using used nova easel page site
   r pls plz wat wats whats hows theres wheres whos whens wich whitch cuz coz gonna wanna gotta dunno hm hmm um lol omg wtf bro mate dude btw asap
   wouldnt shouldnt ill`.split(/\s+/),
);

/** Several words that mean one term; tried before the words by themselves. */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [
    /\bhow much ((do|does|will|would|can|could) (i|we|you|one|they|it) (get|earn|make|receive)|(i|we) (get|earn))\b/g,
    ' earn ',
  ],
  [/\bhow much (did|have) (i|we)( already)? (earn|earned|make|made)\b/g, ' my earnings '],
  [/\bhow (much|many dollars)\b/g, ' price '],
  [/\b(t|tee)[- ]?shirts?\b/g, ' shirt '],
  [/\be-mails?\b/g, ' email '],
  [/\b(sign|log)(s|ed|ged|ing|ging)?[- ](me |us )?(in|on)\b|\b(sign|log)[- ]?in\b/g, ' signin '],
  [/\b(sign|log)(s|ed|ged|ing|ging)?[- ](me |us )?(out|off)\b|\b(sign|log)[- ]?(out|off)\b/g, ' signout '],
  [/\bsign(s|ed|ing)?[- ]?up\b/g, ' register '],
  [/\b(roll(s|ed|ing)?[- ]?over|carry over|carried over)\b/g, ' expire '],
  [/\bmoney[- ]?back\b/g, ' refund '],
  [/\bpay(s|ing)?[- ]?out\b/g, ' payout '],
  [/\bcash(ing)?[- ]?out\b/g, ' payout '],
  [/\btop(ping)?[- ]?up\b/g, ' wallet topup '],
  [/\bhow long\b/g, ' long '],
  [/\bhow many\b/g, ' howmany '],
  [/\bcut[- ]?outs?\b/g, ' background delete '],
  [/\br[ua]n(ning)? out\b/g, ' runout '],
  [/\bper (month|year)\b/g, ' $1 '],
  [/\bturned down\b/g, ' refused '],
  [/\btak(e|es|ing) part\b/g, ' enter '],
  [/\b(how come|at the moment|right now)\b/g, ' now '],
  [/\bin one go\b/g, ' several '],
  [/\bright away\b/g, ' '],
  [/\b\d{1,2}:\d{1,2}\b/g, ' ratio '],
  [
    /\bfrom (\w+ )?(\w+ )?(free|starter|creator|studio|agency|enterprise|curator)( plan)? (\w+ )?to (the )?(free|starter|creator|studio|agency|enterprise|curator)\b/g,
    ' change plan ',
  ],
  [/\bget rid of\b/g, ' remove '],
  [/\b(dark(er)?|black|night) (mode|theme)\b/g, ' theme dark '],
  [/\b(light|lite|bright|white|day) (mode|theme)\b/g, ' theme light '],
  [/\b(put|load|deposit|add|transfer) (some |more )?(money|funds|cash|dollars)\b/g, ' wallet topup '],
  [/\bhow often\b/g, ' howmany '],
];

/** Before a question it says nothing. */
const GREETING =
  /^\s*(?:hi+|hey+|hello+|good (?:morning|afternoon|evening))(?: there| nova)?[\s,.!:-]+(?=\S+\s+\S+\s+\S)/i;

/** Words of every talk: they count for little, known or not. */
export const COMMON: ReadonlySet<string> = new Set(
  `stuff got thing things actually second anything something nothing everything really give gives given look looks looking see sees
   seen say says said put puts send sends happen come take takes took taken keep right away under over around down other
   another else place day days week weeks last next first new old good bad great better best much more most less least
   enough while till until since before after yet still now always never ever often sometimes today yesterday tomorrow
   where when who why how my you not up out back person people everyone everybody anyone anybody nobody somebody work works working try tries trying mean means meaning
   think know knows known wonder explain show shows shown ask asked asks answer question questions
   without within between through during against box button press click field list kind sort type possible able allow
   allowed allows mind part half whole own different certain given bit little far near yes no maybe cannot cant wont
   get gets got getting have has had having howmany time
   isnt arent doesnt didnt wasnt theres whats lets hows im ill youre thats let seem seems call called find use way`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Question words with two letters swapped; the terms above are tried by the finder. */
const swapped = new Map(
  ['how', 'much', 'many', 'what', 'when', 'where', 'which', 'long', 'does', 'can', 'the', 'with'].flatMap((word) =>
    Array.from(
      { length: word.length - 1 },
      (_, at) => [word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2), word] as const,
    ),
  ),
);

/** Countries of deliveries, and what people call them. */
const COUNTRIES = new RegExp(
  `\\b(?:${countries.map(([, name]) => name.toLowerCase()).join('|')}|usa|america|uk|england|scotland|europe)\\b`,
  'g',
);

/** 'Ä' as 'a', quotes dropped, in lower case. */
const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’'`]/g, '').toLowerCase();

/** Returns the words of each text in their order, without those that say nothing by themselves; all texts at once. */
export function wordsOfEach(texts: readonly string[]): readonly (readonly string[])[] {
  let plain = plainText(texts.map((text) => text.replace(/\s+/g, ' ')).join('\n'))
    .replace(/[a-z]+/g, (word) => swapped.get(word) ?? word)
    .replace(COUNTRIES, 'country');
  for (const [pattern, term] of COMPOUNDS) plain = plain.replace(pattern, term);
  return plain
    .split('\n')
    .map((line) => line.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !STOP_WORDS.has(word)));
}

export const wordsOf = (text: string): readonly string[] => wordsOfEach([text])[0] ?? [];

/** A question without the greeting before it. */
export const withoutGreeting = (message: string): string => message.replace(GREETING, '');

/** The term that a word means. */
export const termOf = (word: string): string => meaningOf(word) ?? stem(word);

export const termsOf = (text: string): string[] => wordsOf(text).map(termOf);

/** Drops the endings that English words change by; a word that means something known is left as it is. */
function stem(word: string): string {
  for (const ending of ['ies', 'ing', 'ed', 'es', 's']) {
    if (!word.endsWith(ending) || word.length - ending.length < 3 || word.endsWith('ss')) continue;
    const root = ending === 'ies' ? `${word.slice(0, -3)}y` : word.slice(0, -ending.length);
    return meaningOf(root) ?? meaningOf(`${root}e`) ?? root;
  }
  return word;
}

/** The text as its slots are read from. */
export const readableText = (text: string): string => ` ${plainText(text).replace(/[^\p{L}\p{N}:.$%]+/gu, ' ')} `;
