import { chatHttp } from '@easel/contracts/chat/http';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { settingsHttp } from '@easel/contracts/settings/http';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { Conversation, type Connection } from './conversation.ts';
import type { Known, Need } from './entry.ts';
import { firstSuggestions, greetingOf } from './greeting.ts';
import { history, type Message } from './history.ts';
import { nothingYet, type Memory, type Reply } from './reply.ts';

const loadAnswering = () => import('./answering.ts');

const BROKEN = 'Something went wrong on my side. Please ask again, or write to us.';

const readers: Readonly<Record<Need, () => Promise<Partial<Known>>>> = {
  own: async () => ({ own: (await call(chatHttp.state, {})).state }),
  prices: async () => ({ prices: (await call(settingsHttp.prices, {})).prices }),
  challenges: async () => ({ challenges: (await call(competitionsHttp.active, {})).competitions }),
};

const read = (need: Need): Promise<Partial<Known>> => readers[need]().catch(() => ({}));

const messageOf = (type: Message['type'], content: string, more: Partial<Message> = {}): Message => ({
  id: crypto.randomUUID(),
  type,
  content,
  timestamp: new Date().toISOString(),
  suggestions: [],
  showSuggestions: false,
  ...more,
});

/** What was said before, and a greeting; one that nobody answered makes way for it. */
function opened(): readonly Message[] {
  const earlier = history.read();
  const kept = earlier.at(-1)?.greeting ? earlier.slice(0, -1) : earlier;
  const greeting = greetingOf(new Date(), kept.length);
  return [
    ...kept,
    messageOf('nova', greeting, { suggestions: [...firstSuggestions], showSuggestions: true, greeting: true }),
  ];
}

const failed = (memory: Memory): Reply => ({
  topic: null,
  text: BROKEN,
  links: [{ to: '/contact', label: 'Contact Us' }],
  suggestions: [],
  offline: false,
  memory,
});

export interface Nova {
  messages: readonly Message[];
  /** An answer is on its way. */
  isTyping: boolean;
  connection: Connection;
  retry: () => void;
  ask: (text: string) => void;
}

/** A conversation from the panel's opening to its closing. */
export function useNova(): Nova {
  const [conversation] = useState(() => new Conversation());
  const connection = useStore(conversation.connection);
  const isOnline = useOnline();
  const [messages, setMessages] = useState(opened);
  const [waiting, setWaiting] = useState(0);
  const memory = useRef(nothingYet);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const isConnected = useRef(true);

  useEffect(() => {
    isConnected.current = isOnline && connection !== 'failed';
  }, [isOnline, connection]);
  useEffect(() => {
    history.keep(messages);
  }, [messages]);
  useEffect(() => {
    if (isOnline) conversation.connect();
  }, [conversation, isOnline]);
  useEffect(() => {
    // Once the panel is drawn, and before anything is asked.
    loadAnswering()
      .then(({ answerer }) => setTimeout(() => answerer.prepare()))
      .catch(() => {});
    return () => conversation.end();
  }, [conversation]);

  const add = (message: Message) => setMessages((said) => [...said, message]);

  async function answer(text: string): Promise<void> {
    const begun = performance.now();
    const sources = { connected: isConnected.current, read, now: new Date() };
    const reply = await loadAnswering()
      .then(({ answerer }) => answerer.reply(text, memory.current, sources))
      .catch(() => failed(memory.current));
    memory.current = reply.memory;
    const suggestions = [...reply.suggestions];
    add(
      messageOf('nova', reply.text, {
        suggestions,
        showSuggestions: suggestions.length > 0,
        links: [...reply.links],
        offline: reply.offline,
      }),
    );
    const responseMs = Math.round(performance.now() - begun);
    conversation.record({ type: 'nova', content: reply.text, suggestions, topic: reply.topic, responseMs });
  }

  return {
    messages,
    isTyping: waiting > 0,
    connection: isOnline ? connection : 'failed',
    retry: () => conversation.connect(),
    ask(text) {
      add(messageOf('user', text));
      conversation.record({ type: 'user', content: text });
      setWaiting((count) => count + 1);
      turn.current = turn.current.then(() => answer(text)).finally(() => setWaiting((count) => count - 1));
    },
  };
}
