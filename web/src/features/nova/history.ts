import * as z from 'zod/mini';
import { memberKeys, sessionStore } from '../../lib/storage.ts';

/** spec: public-and-commerce §3 "Chat". */
const message = z.object({
  id: z.string(),
  type: z.enum(['user', 'nova']),
  content: z.string(),
  /** ISO 8601. */
  timestamp: z.string(),
  suggestions: z.array(z.string()),
  showSuggestions: z.boolean(),
  links: z.optional(z.array(z.object({ to: z.string(), label: z.string(), message: z.optional(z.string()) }))),
  /** An answer that came without a connection. */
  offline: z.optional(z.boolean()),
  greeting: z.optional(z.boolean()),
});
export type Message = z.output<typeof message>;
const messages = z.array(message);

const KEPT = 200;

/** What is typed and not sent: a panel that is closed meanwhile, on a phone by each way to a page, has it again. */
export const draft = {
  read: (): string => sessionStore.get(memberKeys.chatDraft) ?? '',
  keep: (text: string): void => sessionStore.set(memberKeys.chatDraft, text),
};

/** What was said in this tab; gone with the session. */
export const history = {
  read(): readonly Message[] {
    try {
      return z.safeParse(messages, JSON.parse(sessionStore.get(memberKeys.chat) ?? '[]')).data ?? [];
    } catch {
      return [];
    }
  },
  keep: (said: readonly Message[]): void => sessionStore.set(memberKeys.chat, JSON.stringify(said.slice(-KEPT))),
};
