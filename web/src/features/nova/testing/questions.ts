/** What is asked; the id of the entry that answers it, null where none should; a figure that the answer must say. */
export type Question = readonly [question: string, topic: string | null, figure?: string];
