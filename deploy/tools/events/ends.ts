export const EXIT = { done: 0, failed: 2, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Streams {
  out: NodeJS.WritableStream;
  err: NodeJS.WritableStream;
}
