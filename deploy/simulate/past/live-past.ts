import type { Postgres } from '../../local/postgres.ts';
import { startPastDatabase } from './past-database.ts';
import { openPastStage, type PastStage } from './past-stage.ts';
import { PastWorld } from './past-world.ts';
import { PAST_DAYS, planOfPast } from './plan.ts';

const DAY_MS = 86_400_000;

export interface PastOptions {
  /** Empty, or not there; afterwards a data folder of the product. */
  readonly folder: string;
  readonly seed: number;
  /** The past ends before the UTC day of this instant. */
  readonly untilMs: number;
  /** How many days, ninety at most: a shorter past has what happens on the first days of the whole one. */
  readonly days?: number;
  /** Hears how many days have passed. */
  readonly tell?: (day: number) => void;
  /** PostgreSQL on this folder, where it was started before; it is stopped at the end either way. */
  readonly database?: Promise<Postgres>;
}

/** Lives a past: the same happenings for the same seed, by the product itself. Throws where the product refuses one. */
export async function livePast(
  { folder, seed, untilMs, days = PAST_DAYS, tell, database = startPastDatabase(folder) }: PastOptions,
  look?: (stage: PastStage) => Promise<void>,
): Promise<void> {
  const beginsMs = Math.floor(untilMs / DAY_MS) * DAY_MS - days * DAY_MS;
  const stage = await openPastStage(folder, await database, beginsMs);
  try {
    const world = new PastWorld(stage);
    let day = -1;
    for (const { at, what, happen } of planOfPast(seed, beginsMs, days)) {
      const today = Math.floor((at - beginsMs) / DAY_MS);
      if (today > day) tell?.((day = today));
      await stage.goTo(at);
      await happen(world).catch((cause: unknown) => {
        throw new Error(`on day ${today} this is not possible: ${what}`, { cause });
      });
    }
    await stage.goTo(beginsMs + days * DAY_MS - 60_000);
    await world.leave();
    await stage.complete();
    await look?.(stage);
  } finally {
    await stage.close();
  }
}
