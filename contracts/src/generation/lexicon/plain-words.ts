import { fold } from './words.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(fold));

/** Stand before a noun, and between a verb and what it is done to. */
export const articles = setOf('a an the this that these those its my your our their his her some another');

/** Counts above one. */
const numbers = setOf(
  'two three four five six seven eight nine ten eleven twelve twenty hundred thousand several many dozen',
);

/** Begin what stands around the subject. "of" is none: a bowl of cherries is about cherries. */
export const prepositions = setOf(`
  in on at by for with without from to into onto over under near between behind beside above below beneath
  underneath across through along among amongst amid around round against inside outside within during before
  after toward towards beyond past upon atop off out up down next as like while where when who which that is are
  was has called named titled via
`);

/** Holds the other words of grammar. */
const grammar = setOf(`
  and or of it be i we you me he she they one single t s each every both all no not very really just so too also
  few late please make create draw generate show give want need let about there here away together other made
  full
`);

/** Lead to the thing that follows, which counts by itself. */
const links = setOf(`
  say says saying reads wearing holding carrying using featuring showing containing looking standing being
  having seen set placed surrounded covered filled dressed
`);

/** Holds praise, and qualities that any picture may be said to have. */
const praise = setOf(`
  beautiful pretty cute majestic lovely nice cool happy cozy cosy amazing stunning gorgeous epic elegant awesome
  perfect best better great adorable charming tiny small little big huge giant large tall long short wide deep
  high low old young new modern ancient luxury simple fresh soft friendly funny fun cheerful lonely famous
  classic typical beloved realistic photorealistic detailed quality hd uhd k resolution sharp focus masterpiece
  professional award winning trending intricate fantasy light lighting lit background backdrop sky horizon wild
  colour color colorful colourful tone tones shade shades mood style styled look picture image scene photo
  photograph photography photographer shot artwork art render portrait view wallpaper comes hour cinematic edge
  center centre middle front side rest studio product kind sort type bit part lot way
`);

/** Tells whether a word names nothing to be seen, so that no picture lacks it. */
export const isPlain = (word: string): boolean =>
  articles.has(word) ||
  numbers.has(word) ||
  prepositions.has(word) ||
  grammar.has(word) ||
  links.has(word) ||
  praise.has(word);

/** Say what a picture is, not what it shows: an oil painting, a top view. */
export const forms = setOf(`
  picture image photo photograph photography shot painting drawing sketch illustration art artwork render
  rendering view angle style design print concept portrait scene close-up closeup wallpaper background backdrop
  lighting light shading poster movie film cinematography aesthetic texture card
`);

/** Measure what follows an "of". */
export const measures = setOf(`
  cup glass glasses bowl plate slice stack pile basket jar box bottle mug pot piece pieces bunch set group pair
  row herd flock swarm school field number couple bouquet
`);

/** Change the colors and the light of whatever picture. */
export const heeded = setOf(`
  day daylight noon midday sunny clear bright morning dawn sunrise daybreak early sunset sundown evening golden
  honey amber warm afternoon summer dusk twilight violet purple lilac night midnight moonlit moonlight starry
  dark nocturnal nocturne arctic polar stormy dramatic moody gloomy misty foggy hazy haze calm quiet serene
  peaceful zen blue azure green emerald autumn fall winter snowy icy cold alpine spring pink terracotta tropical
  exotic turquoise teal fiery neon cyberpunk synthwave vaporwave retrowave electric glow glowing futuristic
  pastel dreamy gentle delicate kawaii whimsical monochrome grayscale greyscale noir ink
  minimal minimalist gold gilded luxurious royal baroque ornate brass cosmic mystic mystical magic magical
  celestial vintage retro nostalgic antique sepia faded red scarlet ruby burgundy crimson yellow mustard ochre
  orange apricot coral peach black ebony brown beige caramel rainy white ivory cream grey gray silver
`);

/** Are nouns, for all their ending. */
const nouns = setOf(`
  building painting drawing lighting evening morning ceiling pudding dumpling sapling railing clothing stocking
  wedding earring lightning duckling viking darling sibling rendering shading sailing interior bed sled seed
  weed
`);

const manners = setOf(`
  asleep awake alone adrift ablaze afloat aglow alive apart stuck open shut hello macro reading
`);

/** Tells whether a word says how a thing is, and names none: "running", "dressed", "quickly". */
export const isManner = (text: string): boolean =>
  !nouns.has(fold(text)) && (/[aeiouy]\p{L}*ing$|\p{L}{3}(?:ed|ly)$/u.test(text) || manners.has(text));
