import type { MessageRecord } from '@easel/contracts/messages/http';
import { messagePriorities, messageStatuses, messageTypes, waitingStatuses } from '@easel/contracts/messages/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { exists, jsonArrayFrom, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import * as z from 'zod/mini';
import { patternsOf } from '../kernel/patterns.ts';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { type List, oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { messages } from './messages.projector.ts';
import { IS_WAITING, messages as table, PRESSING, type tables } from './messages.tables.ts';

export const messagesModel = readModel(messages);
const { schema } = messagesModel;
const db = queriesOf<Database<typeof tables>>(schema);
const columns = table.names.join(', ');
/** Messages may be long: fewer of them go into one reply. */
const MOST = 250;

/** By these a list may be sorted, and what that means in SQL. */
const sorts = {
  id: 'id',
  created_at: 'created_at',
  updated_at: 'updated_at',
  message_type: 'message_type',
  sender_name: 'lower(sender_name)',
  sender_email: 'lower(sender_email)',
  subject: 'lower(subject)',
  status: 'status',
  priority: PRESSING,
  assignee: 'assignee_id',
} as const;
type SortField = keyof typeof sorts;

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  message_type: z.optional(oneOrMore(z.enum(messageTypes))),
  status: z.optional(oneOrMore(z.enum(messageStatuses))),
  priority: z.optional(oneOrMore(z.enum(messagePriorities))),
  assignee: z.optional(oneOrMore(z.union([z.uuid(), z.enum(['me', 'nobody'])]))),
  waiting: z.optional(z.boolean()),
  escalated: z.optional(z.boolean()),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});
type MessageFilter = z.output<typeof filter>;

export const messageList = new SimpleRest({
  resource: 'messages',
  sortable: Object.keys(sorts) as SortField[],
  defaultSort: { field: 'created_at', order: 'DESC' },
  filter,
  most: MOST,
});

export type ListedMessages = JsonReply & { rows: number; total: number };

/** In UTC, as JavaScript writes it. */
const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const RECORD = `'id', id, 'message_type', message_type, 'sender_name', sender_name, 'sender_email', sender_email,
  'anonymous', anonymous, 'member_id', member_id, 'subject', subject, 'message_content', content,
  'source_page', source_page, 'status', status, 'priority', priority, 'assignee', assignee_id,
  'escalated', escalated, 'waiting', ${IS_WAITING}, 'replies', replies, 'created_at', ${instant('created_at')},
  'updated_at', ${instant('updated_at')}, 'version', version`;

const KEPT = `($1::uuid[] is null or id = any($1))
  and ($2::text[] is null or message_type = any($2))
  and ($3::text[] is null or status = any($3))
  and ($4::text[] is null or priority = any($4))
  and ($5::uuid[] is null or assignee_id = any($5) or ($6 and assignee_id is null))
  and ($7::boolean is null or (${IS_WAITING}) = $7)
  and ($8::boolean is null or escalated = $8)
  and search_text like all ($9::text[])`;

const INCOMPLETE = `exists (select from ${schema}.incomplete)`;

const listed = (field: SortField, order: 'ASC' | 'DESC'): Statement<ListedMessages> =>
  new Statement(
    `messages by ${field} ${order}`,
    `with page as (
       select json_build_object(${RECORD}) as record, row_number() over (order by ${sorts[field]} ${order}, id ${order}) as place
       from (
         select ${columns} from ${schema}.message where ${KEPT}
         order by ${sorts[field]} ${order}, id ${order} limit $11 offset $10
       ) as chosen
     )
     select coalesce(json_agg(record order by place), '[]')::text as json, count(*)::int as rows,
       (select count(*)::int from ${schema}.message where ${KEPT}) as total, ${INCOMPLETE} as incomplete
     from page`,
  );

const lists = new Map<string, Statement<ListedMessages>>(
  (Object.keys(sorts) as SortField[]).flatMap((field) =>
    (['ASC', 'DESC'] as const).map((order): [string, Statement<ListedMessages>] => [
      `${field} ${order}`,
      listed(field, order),
    ]),
  ),
);

const ONE = new WrittenStatement('one message', { id: column.uuid }, (given) =>
  db
    .selectFrom('message')
    .where('id', '=', given('id'))
    .selectAll()
    .select((eb) => [
      jsonArrayFrom(
        eb.selectFrom('fact').selectAll().whereRef('fact.message_id', '=', 'message.id').orderBy('version'),
      ).as('timeline'),
      exists(eb.selectFrom('incomplete').whereRef('incomplete.message_id', '=', 'message.id')).as('incomplete'),
    ]),
);

const COUNTS = new WrittenStatement('message counts', {}, () =>
  db
    .selectFrom('message')
    // As it stands in the index: values that come with a call would keep the server from it.
    .where(sql.raw<boolean>(IS_WAITING))
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll().filterWhere('status', '=', 'unread'), 'integer').as('unread'),
      eb.cast<number>(eb.fn.countAll(), 'integer').as('waiting'),
      eb.cast<number>(eb.fn.countAll().filterWhere('escalated', '=', true), 'integer').as('escalated'),
      exists(eb.selectFrom('incomplete')).as('incomplete'),
    ]),
);

/** Answers `list`, with what Content-Range needs. `operatorId` is who `me` is. */
export async function listedMessages(
  reads: Reads,
  { sort, offset, limit, filter: by }: List<SortField, MessageFilter>,
  operatorId: string,
): Promise<ListedMessages> {
  const statement = lists.get(`${sort.field} ${sort.order}`);
  const anyOf = (values: readonly string[] | undefined): string | null => (values ? arrayLiteral(values) : null);
  const people = by.assignee?.filter((one) => one !== 'nobody').map((one) => (one === 'me' ? operatorId : one));
  const values = [
    anyOf(by.id),
    anyOf(by.message_type),
    anyOf(by.status),
    anyOf(by.priority),
    anyOf(people),
    by.assignee?.includes('nobody') ?? false,
    by.waiting ?? null,
    by.escalated ?? null,
    arrayLiteral(patternsOf(by.q ?? '')),
    offset,
    limit,
  ];
  const [reply] = (await statement?.run(reads, values)) ?? [];
  if (!reply) throw new Error('a list without a row');
  return reply;
}

/** Finds one message with its timeline; undefined where there is none of this id. */
export async function oneMessage(reads: Reads, id: string): Promise<JsonReply | undefined> {
  const [found] = await ONE.run(reads, { id });
  if (!found) return undefined;
  const { content, assignee_id, created_at, updated_at, timeline, incomplete, search_text: _, ...row } = found;
  const record: MessageRecord = {
    ...row,
    message_content: content,
    assignee: assignee_id,
    waiting: waitingStatuses.includes(row.status),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
  const history = timeline.map(({ version, type, at, actor_kind, actor_id, actor_role, detail }) => ({
    version,
    type,
    at: new Date(at).toISOString(),
    actor: { kind: actor_kind, id: actor_id, role: actor_role },
    detail,
  }));
  return { json: JSON.stringify({ ...record, timeline: history }), incomplete };
}

/** Answers `counts`: how many messages wait, and how many of those are unread or escalated. */
export async function messageCounts(reads: Reads): Promise<JsonReply> {
  const [found] = await COUNTS.run(reads, {});
  if (!found) throw new Error('counts without a row');
  const { incomplete, ...counts } = found;
  return { json: JSON.stringify({ success: true, ...counts }), incomplete };
}
