/** What is asked; the id of the entry that answers it, null where none should; a figure that the answer must say. */
export type Question = readonly [question: string, topic: string | null, figure?: string];

/** The same of what is asked last, after what was asked before. */
export type Talk = readonly [questions: readonly string[], topic: string | null, figure?: string];
