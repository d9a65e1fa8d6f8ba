import type { ConversationRecord, WholeConversation } from '@easel/contracts/chat/console.http';
import { isWithoutAnswer, silentEnd } from '@easel/contracts/chat/policy';
import { keysetFilter } from '@easel/contracts/kernel/console';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { exists, type FoundBy, jsonArrayFrom, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { conversations } from './conversations.projector.ts';
import { conversations as table, type tables } from './conversations.tables.ts';

export const conversationsModel = readModel(conversations);
const { schema } = conversationsModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** Conversations that one reply holds. */
const MOST = 250;
const NOWHERE = '-1';
/** Beyond every position. */
const END = String(2n ** 63n - 1n);

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  member: z.optional(z.uuid()),
  unanswered: z.optional(z.boolean()),
  ...keysetFilter,
});
export type ConversationFilter = z.output<typeof filter>;

export const conversationList = new SimpleRest({
  resource: 'conversations',
  // The newest first, whatever is asked for: clients ask for `id` unasked.
  sortable: ['id', 'position'],
  defaultSort: { field: 'position', order: 'DESC' },
  filter,
  most: MOST,
});

const ONE = new WrittenStatement('one conversation', { id: column.uuid }, (given) =>
  db
    .selectFrom('conversation')
    .where('id', '=', given('id'))
    .selectAll()
    .select((eb) => [
      jsonArrayFrom(
        eb.selectFrom('said').selectAll().whereRef('said.conversation_id', '=', 'conversation.id').orderBy('revision'),
      ).as('transcript'),
      exists(eb.selectFrom('incomplete').whereRef('incomplete.conversation_id', '=', 'conversation.id')).as(
        'incomplete',
      ),
    ]),
);
type FoundConversation = FoundBy<typeof ONE>;
type ListedConversation = Omit<FoundConversation, 'transcript'>;

/** What leads to them, an index each; what finds the fewest comes first. */
const leads = {
  id: 'id = any($4::uuid[])',
  member: 'member_id = $5::uuid',
  unanswered: 'unanswered > 0',
  all: 'true',
};
type Lead = keyof typeof leads;

/** One expression, so that the planner expects as many rows as the lead finds. */
const WANTED = `coalesce(
  ($4::uuid[] is null or id = any($4::uuid[])) and ($5::uuid is null or member_id = $5::uuid)
  and ($6::boolean is null or (unanswered > 0) = $6::boolean), false)`;

const columns = table.names.join(', ');

/** The one row of an empty page: conversations that cannot be shown may be missing from it. */
interface NoConversation {
  id: null;
  incomplete: boolean;
}
type Listed = ListedConversation | NoConversation;

/** Fences off what ids name: the walk along positions that the order asks for would touch every conversation. */
const among = (lead: Lead): string =>
  `(select ${columns} from ${schema}.conversation where ${leads[lead]} ${lead === 'id' ? 'offset 0' : ''}) as led`;

/** `$1` is one more than the page has: it shows that there is another page. */
const pageStatement = (lead: Lead, order: 'asc' | 'desc') =>
  new Statement<Listed>(
    `conversations by ${lead}, ${order}`,
    `select page.*, incomplete from (select exists (select from ${schema}.incomplete) as incomplete) as marked
     left join lateral (
       select ${columns} from ${among(lead)}
       where position > $2::bigint and position < $3::bigint and ${WANTED}
       order by position ${order} limit $1::int
     ) as page on true
     order by position ${order}`,
  );

const pages = Object.fromEntries(
  (Object.keys(leads) as Lead[]).map((lead) => [
    lead,
    { older: pageStatement(lead, 'desc'), newer: pageStatement(lead, 'asc') },
  ]),
) as Record<Lead, Record<'older' | 'newer', Statement<Listed>>>;

/** Chooses the statement for what is asked for. */
export function statementFor(asked: ConversationFilter): Statement<Listed> {
  const lead = (Object.keys(leads) as Lead[]).find((one) => one === 'all' || Boolean(asked[one])) ?? 'all';
  return pages[lead][asked.after === undefined ? 'older' : 'newer'];
}

/** Returns the values of its parameters. */
export function valuesOf(asked: ConversationFilter, limit: number): (string | number | boolean | null)[] {
  const { id, member, unanswered, before, after } = asked;
  return [limit + 1, after ?? NOWHERE, before ?? END, id ? arrayLiteral(id) : null, member ?? null, unanswered ?? null];
}

type WalkedConversations = JsonReply & { rows: number; more: boolean };

/** Answers `list`. */
export async function listedConversations(
  reads: Reads,
  asked: ConversationFilter,
  limit: number,
  now: Date,
): Promise<WalkedConversations> {
  const rows = await statementFor(asked).run(reads, valuesOf(asked, limit));
  const found = rows.filter((row): row is ListedConversation => row.id !== null);
  const page = found.slice(0, limit);
  if (asked.after !== undefined) page.reverse();
  return {
    json: JSON.stringify(page.map((row) => recordOf(row, now))),
    rows: page.length,
    more: found.length > limit,
    incomplete: rows[0]?.incomplete ?? false,
  };
}

/** Answers `one`; undefined where there is no conversation of this id. */
export async function oneConversation(reads: Reads, id: string, now: Date): Promise<JsonReply | undefined> {
  const [found] = await ONE.run(reads, { id });
  if (!found) return undefined;
  const whole: WholeConversation = {
    ...recordOf(found, now),
    category: found.category,
    tags: linesOf(found.tags),
    user_agent: found.user_agent,
    transcript: found.transcript.map((row) => ({
      id: row.message_id,
      speaker: row.speaker,
      content: row.content,
      suggestions: linesOf(row.suggestions),
      topic: row.topic,
      answers: row.answers_id,
      unanswered: isWithoutAnswer({ answersId: row.answers_id, topic: row.topic }),
      response_ms: row.response_ms,
      at: new Date(row.at).toISOString(),
    })),
  };
  return { json: JSON.stringify(whole), incomplete: found.incomplete };
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

function recordOf(row: ListedConversation, now: Date): ConversationRecord {
  const silent = row.ended_at === null ? silentEnd(row.last_at, now) : undefined;
  return {
    id: row.id,
    member_id: row.member_id,
    started_at: row.started_at.toISOString(),
    last_at: row.last_at.toISOString(),
    ended_at: (row.ended_at ?? silent)?.toISOString() ?? null,
    ended_by_silence: silent !== undefined,
    messages: row.messages,
    unanswered: row.unanswered,
    cursor: row.position,
  };
}
