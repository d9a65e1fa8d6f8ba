import { isPagePath } from '@easel/contracts/page-paths';
import { askedIn, isFollowUp, subjectOf, type Asked } from './asked.ts';
import type { Entry, Known as Figures, Need } from './entry.ts';
import { Finder, type Known } from './finder.ts';
import { linkTo, type Link } from './links.ts';

/** What was talked about last: 'and yearly?' is about that. */
export interface Memory {
  entry: Entry | null;
  asked: Asked;
}
export const nothingYet: Memory = { entry: null, asked: {} };

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
/** Of these it may be about. */
const NEAR = 0.18;
const NEAREST = 3;

const NEEDS: Readonly<Record<Need, string>> = {
  own: 'Your own figures need a connection. Please try again when you are connected.',
  prices: 'The price list in force needs a connection. Please try again when you are connected.',
  challenges: 'What is open now needs a connection. Please try again when you are connected.',
};

const UNKNOWN = 'I do not know an answer to that yet. I am an automated assistant and know what I was taught.';
const nearestText = (topics: number): string =>
  `${topics === 1 ? 'This is the nearest topic' : 'These are the nearest topics'} that I know. Or write to us: people answer there.`;
const NOTHING_NEAR = 'Try other words, or write to us: people answer there.';

/** Answers by what it knows, and says so where it knows nothing. Pure but for what `read` reads. */
export class Answerer {
  private readonly finder: Finder;
  private readonly byId: ReadonlyMap<string, Known>;

  constructor(entries: readonly Known[]) {
    this.finder = new Finder(entries);
    this.byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  async reply(message: string, memory: Memory, sources: Sources): Promise<Reply> {
    const asked = askedIn(message);
    const titled = this.finder.titled(message);
    if (titled) return this.answer(titled, asked, sources);
    if (isFollowUp(message, memory.entry !== null)) {
      const entry = memory.entry ?? this.byId.get(subjectOf(asked) ?? '');
      if (entry) return this.answer(entry, { ...memory.asked, ...asked }, sources);
    }
    const found = this.finder.find(message);
    const [best] = found;
    if (best && best.score >= SURE) return this.answer(best.entry, asked, sources);
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

  private async answer(entry: Entry, asked: Asked, { connected, read, now }: Sources): Promise<Reply> {
    const known = entry.needs && connected ? await read(entry.needs) : {};
    const text = entry.answer(asked, { ...known, now });
    return {
      topic: entry.id,
      text: text ?? (entry.needs ? NEEDS[entry.needs] : UNKNOWN),
      links: (entry.links ?? []).filter((path) => isPagePath(path.split('?')[0] ?? path)).map(linkTo),
      suggestions: (entry.next ?? []).flatMap((id) => this.byId.get(id)?.title ?? []),
      offline: !connected && text !== undefined,
      memory: { entry, asked },
    };
  }
}
