/** One line of the benchmark's table: ours beside the bare thing, measured in the same run. */
export interface BenchRow {
  what: string;
  /** The bare thing's figure with its unit. */
  bare: string;
  ours: string;
  /** ours ÷ bare, higher is better. */
  ratio: number;
  goal: number;
}
