import { isPagePath } from '@easel/contracts/page-paths';
import { askedIn, isFollowUp, subjectOf, type Asked } from './asked.ts';
import type { Entry, Known as Figures, Need } from './entry.ts';
import { aspectsOf, clausesOf, questionsOf, refersBack } from './clauses.ts';
import { Finder, type Found, type Known } from './finder.ts';
import { linkTo, type Link } from './links.ts';
import { cardOf } from './say.ts';

/** What was talked about last: 'and yearly?' is about that. */
export interface Memory {
  entry: Entry | null;
  asked: Asked;
  /** The question that it answered; 'how much is that?' goes on from it. */
  question: string;
}
export const nothingYet: Memory = { entry: null, asked: {}, question: '' };

export interface Reply {
  /** Id of the entry; null where nothing is known. */
  topic: string | null;
  text: string;
  links: readonly Link[];
  /** Questions that can be asked next. */
  suggestions: readonly string[];
  /** Without a connection: it may be old. */
  offline: boolean;
  memory: Memory;
}

export interface Sources {
  connected: boolean;
  /** Reads what an answer needs; undefined where that cannot be read. */
  read: (need: Need) => Promise<Partial<Figures>>;
  now: Date;
}

/** From here on an entry is what the question is about. */
const SURE = 0.44;
/** Less is enough where it is known what was talked about. */
const SURE_OF_ASPECT = 0.35;
/** Two questions are asked where each is about something nearly as surely as the whole is. */
const OF_PART = 0.8;
/** Of these it may be about. */
const NEAR = 0.18;
const NEAREST = 3;
/** Of a message; what comes after is read with the whole alone. */
const CLAUSES_MAX = 4;
/** Of an answer to two questions. */
const SUGGESTIONS_MAX = 4;

const NEEDS: Readonly<Record<Need, string>> = {
  own: 'Your own figures need a connection. Please try again when you are connected.',
  prices: 'The price list in force needs a connection. Please try again when you are connected.',
  challenges: 'What is open now needs a connection. Please try again when you are connected.',
};

const UNKNOWN = 'I do not know an answer to that yet. I am an automated assistant and know what I was taught.';
const nearestText = (topics: number): string =>
  `${topics === 1 ? 'This is the nearest topic' : 'These are the nearest topics'} that I know. Or write to us: people answer there.`;
const NOTHING_NEAR = 'Try other words, or write to us: people answer there.';

/** What a message is taken for, and how surely: 0 to 1. */
interface Meant {
  entry: Entry;
  asked: Asked;
  question: string;
  score: number;
}

/** Answers by what it knows, and says so where it knows nothing. Pure but for what `read` reads. */
export class Answerer {
  private readonly finder: Finder;
  private readonly byId: ReadonlyMap<string, Known>;

  constructor(entries: readonly Known[]) {
    this.finder = new Finder(entries);
    this.byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  /** Does in advance what the first answer would wait for otherwise. */
  prepare(): void {
    this.finder.prepare();
  }

  async reply(message: string, memory: Memory, sources: Sources): Promise<Reply> {
    const meant = this.meant(message, memory);
    const both = this.bothMeant(message, memory, meant?.score ?? 0);
    if (both) return joined(await this.answer(both[0], sources), await this.answer(both[1], sources));
    return meant ? this.answer(meant, sources) : unknown(message, this.finder.find(message), memory, sources);
  }

  /** By the button that asks it, by what was talked about, or by its words. */
  private meant(message: string, memory: Memory): Meant | undefined {
    const entry = this.finder.titled(message);
    if (entry) return { entry, asked: askedIn(message), question: message, score: 1 };
    return this.named(message, memory) ?? this.followed(message, memory) ?? this.found(message);
  }

  /** Where a message only names another plan, size or product. */
  private named(message: string, memory: Memory): Meant | undefined {
    if (!isFollowUp(message, memory.entry !== null)) return undefined;
    const asked = askedIn(message);
    const goesOn = { ...memory.asked, ...asked };
    if (memory.entry && mayDiffer(memory.entry, memory.asked, goesOn))
      return { ...memory, entry: memory.entry, asked: goesOn, score: 1 };
    const entry = this.byId.get(subjectOf(asked) ?? '');
    return entry && { entry, asked, question: message, score: 1 };
  }

  /** Where a message asks for the price, the time or the like of what was talked about. */
  private followed(message: string, memory: Memory): Meant | undefined {
    if (!memory.entry || !refersBack(message)) return undefined;
    const question = `${memory.question} ${message}`;
    const aspects = aspectsOf(message);
    const best = this.finder
      .find(question)
      .find(({ entry, score }) => score >= SURE_OF_ASPECT && aspects.every((term) => this.finder.isAbout(entry, term)));
    return best && { ...best, question, asked: { ...memory.asked, ...askedIn(message) } };
  }

  /** By its words; where the whole is about nothing, one of its clauses may be. */
  private found(message: string): Meant | undefined {
    const clauses = clausesOf(message);
    for (const text of clauses.length > 1 ? [message, ...clauses.slice(0, CLAUSES_MAX)] : [message]) {
      const [best] = this.finder.find(text);
      if (best && best.score >= SURE) return { ...best, asked: askedIn(message), question: message };
    }
    return undefined;
  }

  /** The two questions of a message that asks two things. */
  private bothMeant(message: string, memory: Memory, score: number): readonly [Meant, Meant] | undefined {
    const [one, other, ...more] = questionsOf(message);
    if (one === undefined || other === undefined || more.length > 0) return undefined;
    const first = this.meant(one, memory);
    const second = first && this.meant(other, first);
    if (!first || !second || second.entry.id === first.entry.id) return undefined;
    return Math.min(first.score, second.score) < score * OF_PART ? undefined : [first, second];
  }

  private async answer({ entry, asked, question }: Meant, { connected, read, now }: Sources): Promise<Reply> {
    const known = entry.needs && connected ? await read(entry.needs) : {};
    const text = entry.answer(asked, { ...known, now });
    return {
      topic: entry.id,
      text: text ?? (entry.needs ? NEEDS[entry.needs] : UNKNOWN),
      links: linksOf(entry, asked),
      suggestions: (entry.next ?? []).flatMap((id) => this.byId.get(id)?.title ?? []),
      offline: !connected && text !== undefined,
      memory: { entry, asked, question },
    };
  }
}

/** Whether an entry may say something else of the one than of the other. What the server knows is not read for it. */
const mayDiffer = ({ needs, answer }: Entry, one: Asked, other: Asked): boolean =>
  needs !== undefined || answer(one, { now: new Date(0) }) !== answer(other, { now: new Date(0) });

/** The pages that are there. Of the plans, the one that was asked about is in view. spec: public-and-commerce §2.1. */
const linksOf = ({ links = [] }: Entry, { tier }: Asked): Link[] =>
  links
    .filter((path) => isPagePath(path.split(/[?#]/)[0] ?? path))
    .map((path) => linkTo(path === '/pricing' && tier ? `/pricing#${cardOf(tier)?.tier ?? tier}` : path));

/** One answer after the other; the conversation goes on from the second. */
const joined = (one: Reply, other: Reply): Reply => ({
  ...other,
  topic: one.topic,
  text: `${one.text}\n\n${other.text}`,
  links: [...one.links, ...other.links.filter(({ to }) => one.links.every((link) => link.to !== to))],
  suggestions: [...new Set([...one.suggestions.slice(0, SUGGESTIONS_MAX / 2), ...other.suggestions])].slice(
    0,
    SUGGESTIONS_MAX,
  ),
  offline: one.offline || other.offline,
});

function unknown(message: string, found: readonly Found[], memory: Memory, sources: Sources): Reply {
  const near = found.filter(({ score }) => score >= NEAR).slice(0, NEAREST);
  return {
    topic: null,
    text: `${UNKNOWN}\n\n${near.length > 0 ? nearestText(near.length) : NOTHING_NEAR}`,
    links: [{ ...linkTo('/contact'), message }],
    suggestions: near.map(({ entry }) => entry.title),
    offline: !sources.connected,
    memory,
  };
}
