import { randomUUID } from 'node:crypto';
import { memberStream } from '@easel/contracts/members/stream';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { Member } from './people.ts';
import { Records, type Installation } from './records.ts';
import { until } from './until.ts';

const DAY_MS = 86_400_000;

/** As if they had asked to be erased a fortnight ago, whatever money they leave. */
export const askedLongAgo = (product: Installation, { id: memberId }: Pick<Member, 'id'>): Promise<void> =>
  Records.of(product, async ({ log }) => {
    const stream = memberStream.nameOf(memberId);
    const at = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
    const data = { memberId, requestedAt: at(15), erasesAt: at(1), givesUp: true };
    const context = {
      key: randomUUID(),
      actor: { kind: 'member', id: memberId },
      correlationId: randomUUID(),
    } as const;
    await log.appendAnywhere(stream, newFacts(stream, [{ type: 'ErasureRequested', data }], context));
  });

/** Resolves when everything that follows from it is done, but for what read models have still to learn. */
export async function isForgotten(
  product: Installation,
  { id }: Pick<Member, 'id'>,
  { generations, deadlineMs = 120_000 }: { generations: readonly string[]; deadlineMs?: number },
): Promise<void> {
  const typesOf = (stream: string): Promise<string[]> =>
    Records.of(product, async ({ log }) => (await Array.fromAsync(log.readStored(stream))).map(({ type }) => type));
  await until(async () => (await typesOf(memberStream.nameOf(id))).includes('MemberErased'), { deadlineMs });
  await until(
    () =>
      Records.of(product, async (records) => {
        const [found] = await records.rows<{ waits: boolean }>(
          `select exists (select from vault.stripe_customers where member_id = $1)
               or exists (select from vault.timers where process like 'erasure.%') as waits`,
          [id],
        );
        return found?.waits === false;
      }),
    { deadlineMs },
  );
  for (const generation of generations) {
    if ((await typesOf(`generation-${generation}`)).at(-1) !== 'Purged')
      throw new Error(`${generation} is still there`);
  }
}
