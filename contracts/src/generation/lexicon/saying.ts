/** What a prompt wants to be read in the picture. */
export interface Saying {
  /** As written, spaces and quotation marks tidied. */
  readonly text: string;
  /** Said to be text, by quotation marks or by words like "that says"; otherwise guessed from the strongest words. */
  readonly quoted: boolean;
}

const LONGEST = 140;
const quotation =
  /“([^“”]{1,400})”|„([^„“”]{1,400})[“”]|«([^«»]{1,400})»|"([^"]{1,400})"|(?<!\p{L})‘([^‘]{1,400}?)’(?!\p{L})|(?<!\p{L})'([^']{1,400}(?:'\p{L}+[^']{0,400})*)'(?!\p{L})/u;
const announced =
  /\b(?:says?|saying|reads?|reading|(?:with|of) the (?:words?|text|quote|slogan|phrase|letters|lettering)|(?:quote|slogan|text|headline|motto|words?)\s*:|lettering of|letters)\s*:?\s+([^,.;\n]{1,200})/iu;

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

/** Only what our typefaces can set: Latin letters, figures and the commonest marks. */
const settable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[‘’]/gu, '’')
    .replace(/'/gu, '’')
    .replace(/[^\p{Script=Latin}\p{Nd}\s.,:;!?&’\-–—+%#@/()]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

/** The text to be set, or null where the prompt has none that can be. */
export function sayingOf(prompt: string): Saying | null {
  const marked = quotation
    .exec(prompt)
    ?.slice(1)
    .find((part) => part !== undefined);
  const said = marked ?? announced.exec(prompt)?.[1];
  const text = shortened(settable(said ?? ''));
  if (/[\p{L}\p{Nd}]/u.test(text)) return { text, quoted: true };
  const strongest = settable(prompt)
    .split(/[^\p{L}\p{Nd}’]+/u)
    .filter((word) => word.length > 2 && !request.has(word.toLowerCase()))
    .slice(0, 3);
  return strongest.length > 0 ? { text: strongest.join(' '), quoted: false } : null;
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return text.slice(0, LONGEST).replace(/\s+\S*$/u, '');
}
