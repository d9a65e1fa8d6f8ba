import type { Log } from '../kernel/log.ts';

const SAMPLE_EVERY_MS = 2_000;
/** A rate is one over this many samples. */
const SAMPLES = 5;

interface Sample {
  at: number;
  totals: ReadonlyMap<string, number>;
}

/** How many facts the projections take in over the last seconds. */
export class Rates {
  private readonly samples: Sample[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sampling = false;

  /** `read` gives, by schema, the facts it has considered so far. */
  constructor(
    private readonly read: () => Promise<ReadonlyMap<string, number>>,
    private readonly logger: Log,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => void this.sample(), SAMPLE_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** A second; 0 until it can be told. What a rebuild counts anew is no rate. */
  of(schema: string): number {
    const [first] = this.samples;
    const last = this.samples.at(-1);
    const [before, now] = [first?.totals.get(schema), last?.totals.get(schema)];
    if (!first || !last || before === undefined || now === undefined || now <= before) return 0;
    return Math.round(((now - before) / (last.at - first.at)) * 10_000) / 10;
  }

  async sample(now = performance.now()): Promise<void> {
    if (this.sampling) return;
    this.sampling = true;
    try {
      this.samples.push({ at: now, totals: await this.read() });
      if (this.samples.length > SAMPLES) this.samples.shift();
    } catch (error) {
      this.samples.length = 0;
      this.logger.debug({ err: error }, 'The rates of the projections were not read');
    } finally {
      this.sampling = false;
    }
  }
}
