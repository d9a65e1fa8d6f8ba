import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { EventLog } from '@easel/kernel/log/event-log';
import { LRUCache } from 'lru-cache';

/** The prompts of open generations: remembered as far as there is room, else read where they stand. */
export class Prompts {
  private readonly byId: LRUCache<string, string>;

  constructor(
    private readonly log: Pick<EventLog, 'read'>,
    maxCharacters: number,
  ) {
    this.byId = new LRUCache({
      maxSize: maxCharacters,
      // One that is longer than all the room has it to itself.
      sizeCalculation: ({ length }) => Math.min(Math.max(length, 1), maxCharacters),
    });
  }

  remember(id: string, prompt: string): void {
    this.byId.set(id, prompt);
  }

  forget(id: string): void {
    this.byId.delete(id);
  }

  known(id: string): string | undefined {
    return this.byId.get(id);
  }

  /** Throws LogUnavailable. */
  async of(id: string): Promise<string> {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const [first] = await this.read(id, 1);
    if (first?.type !== 'GenerationRequested') return '';
    // What a visitor asked for is unreadable once it is a member's, in whose words it stands again.
    const adopted = first.data.trial
      ? (await this.read(id)).find(({ type }) => type === 'GenerationAdopted')
      : undefined;
    const { prompt } = adopted?.type === 'GenerationAdopted' ? adopted.data : first.data;
    this.remember(id, prompt);
    return prompt;
  }

  private async read(id: string, maxCount?: number): Promise<GenerationFact[]> {
    const facts: GenerationFact[] = [];
    const reading = this.log.read<GenerationFact>(
      generationStream.nameOf(id),
      maxCount === undefined ? {} : { maxCount },
    );
    for await (const fact of reading) if (!fact.unreadable) facts.push(fact);
    return facts;
  }
}
