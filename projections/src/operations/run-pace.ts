import type { RebuildProgress } from '../kernel/rebuild.ts';

interface Sample {
  at: number;
  facts: number;
}

/** Over so long a pace is taken. */
const WINDOW_MS = 5_000;
const SAMPLE_EVERY_MS = 250;

/** How fast a rebuild goes, and when at that pace it will be there. */
export class RunPace {
  latest: RebuildProgress | undefined;
  /** Nothing but the swap is left, which nobody cancels. */
  swapBegun = false;
  private readonly samples: Sample[] = [];

  /** `now` in ms. */
  note(progress: RebuildProgress, now: number): void {
    this.latest = progress;
    const last = this.samples.at(-1);
    if (last && now - last.at < SAMPLE_EVERY_MS) return;
    const { facts } = progress;
    // It went back to its last batch, to take greater care.
    if (last && facts < last.facts) this.samples.length = 0;
    this.samples.push({ at: now, facts });
    while (this.samples.length > 2 && now - (this.samples[1]?.at ?? now) >= WINDOW_MS) this.samples.shift();
  }

  /** Null until it can be told. */
  factsPerSecond(now: number): number | null {
    const [first] = this.samples;
    const { latest } = this;
    if (!first || !latest || now <= first.at || latest.facts <= first.facts) return null;
    return ((latest.facts - first.facts) / (now - first.at)) * 1_000;
  }

  /** Null until it can be told, and once only the comparison is left. */
  etaSeconds(now: number): number | null {
    const pace = this.factsPerSecond(now);
    const { facts, total, compared } = this.latest ?? {};
    if (pace === null || facts === undefined || total === undefined || total < facts || compared) return null;
    return (total - facts) / pace;
  }
}
