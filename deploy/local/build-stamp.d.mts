export interface Target {
  /** Files and folders, relative to the root, as is all below. */
  readonly sources: readonly string[];
  /** What must be there for the build to count. */
  readonly outputs: readonly string[];
  readonly stamp: string;
}

export function fingerprint(root: string, paths: readonly string[]): string;
export function isFresh(root: string, target: Target): boolean;
export function writeStamp(root: string, target: Target, print: string): void;
