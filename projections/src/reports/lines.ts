import type { Readable } from 'node:stream';

/** A stream of text by its lines: one for itself at first, then all that come together. */
export class Lines {
  private readonly portions: AsyncGenerator<string[], void, void>;
  private waiting: string[] = [];

  constructor(stream: Readable) {
    this.portions = portionsOf(stream.setEncoding('utf8'));
  }

  /** Throws where there is none any more. */
  async next(): Promise<string> {
    for (;;) {
      const line = this.waiting.shift();
      if (line !== undefined) return line;
      const { value } = await this.portions.next();
      if (value === undefined) throw new Error('Nothing came');
      this.waiting = value;
    }
  }

  async *rest(): AsyncGenerator<readonly string[], void, void> {
    yield this.waiting;
    yield* this.portions;
  }
}

async function* portionsOf(stream: Readable): AsyncGenerator<string[], void, void> {
  let rest = '';
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}
