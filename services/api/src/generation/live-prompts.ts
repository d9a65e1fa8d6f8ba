import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { EventLog } from '@easel/kernel/log/event-log';

/** The prompts of open generations: remembered as far as there is room, else read where they stand. */
export class Prompts {
  private readonly byId = new Map<string, string>();
  private characters = 0;

  constructor(
    private readonly log: Pick<EventLog, 'read'>,
    private readonly maxCharacters: number,
  ) {}

  remember(id: string, prompt: string): void {
    this.forget(id);
    this.byId.set(id, prompt);
    this.characters += prompt.length;
    for (const [oldest] of this.byId) {
      if (this.characters <= this.maxCharacters || oldest === id) break;
      this.forget(oldest);
    }
  }

  forget(id: string): void {
    this.characters -= this.byId.get(id)?.length ?? 0;
    this.byId.delete(id);
  }

  known(id: string): string | undefined {
    return this.byId.get(id);
  }

  /** Throws LogUnavailable. */
  async of(id: string): Promise<string> {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    for await (const fact of this.log.read<GenerationFact>(generationStream.nameOf(id), { maxCount: 1 })) {
      if (fact.type !== 'GenerationRequested' || fact.unreadable) break;
      this.remember(id, fact.data.prompt);
      return fact.data.prompt;
    }
    return '';
  }
}
