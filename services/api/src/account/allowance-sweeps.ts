export interface Sweep {
  /** The member looked at last, in the order of their ids; null before the first. */
  reached: string | null;
  finished: boolean;
}

/** How far the sweep of each month has come. */
export interface AllowanceSweeps {
  /** What the store's clock says. */
  clock(): Promise<Date>;
  /** The month's sweep, begun where it was not; undefined where a later month's was begun already. */
  begin(month: string): Promise<Sweep | undefined>;
  advance(month: string, reached: string, opened: number): Promise<void>;
  /** Answers how many accounts the whole sweep opened. */
  finish(month: string): Promise<number>;
  /** Notes a member whose account could not be opened, to be come back to. */
  leave(memberId: string): Promise<void>;
  /** The next so many of them, in the order of their ids; from the first where `after` is null. */
  left(after: string | null, limit: number): Promise<string[]>;
  settle(memberId: string): Promise<void>;
}
