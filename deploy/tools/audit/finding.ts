/** One thing that is not as it should be, at its exact place. */
export interface Finding {
  /** Which check found it, and what kind of thing it is: `chain.changed`, `anchor.missing`, `ledger.differs`. */
  code: string;
  /** `account-{id}@7`, `anchor 3`, `ledger entry {event id}`, `payment pi_…`. */
  place: string;
  message: string;
  /** What a program would want to know of it. */
  detail: Record<string, unknown>;
}

/** `note`: worth saying, and no difference. */
export interface Report {
  finding(finding: Finding): void;
  note(text: string): void;
  /** Counts as `text` tells them, where it does. */
  progress(text: string, counts?: { streams: number; facts: number }): void;
}

export const placeOf = (stream: string, revision: number): string => `${stream}@${revision}`;

export const lineOf = ({ code, place, message }: Finding): string => `${place}  ${code}  ${message}`;

/** Hashes in messages: long enough to tell two apart. */
export const short = (hash: string | undefined): string => (hash === undefined ? 'nothing' : hash.slice(0, 12));
