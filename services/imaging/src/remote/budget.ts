import type { RequestedGeneration } from '@easel/contracts/generation/view';
import { Refused } from '@easel/contracts/kernel/problem';
import { costMicros, type ProviderSettings } from '@easel/contracts/providers/file';
import { spendingId, spendingStream } from '@easel/contracts/providers/stream';
import type { Size } from '@easel/contracts/generation/policy';
import type { CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { randomUUID } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import type { CallPart } from './call-plan.ts';
import { OverBudget } from './outcome.ts';
import { spending, spendingProblems } from './spending.decider.ts';

/** A call that may be made: its cost is reserved, or the provider has no budget. */
export interface AllowedCall extends CallPart {
  readonly call: string;
  readonly costMicros: number;
}

type Costing = Pick<ProviderSettings, 'name' | 'cost' | 'budget'>;

/** Reserves the calls' cost when the provider has a budget: all calls or none. Throws OverBudget. */
export async function allowCalls(
  parts: readonly CallPart[],
  { settings, size, now }: { settings: Costing; size: Size; now: Date },
  { id: generationId, memberId }: Pick<RequestedGeneration, 'id' | 'memberId'>,
  { runner, context }: { runner: Pick<DeciderRunner, 'execute'>; context: CommandContext },
): Promise<readonly AllowedCall[]> {
  const each = costMicros(settings, size);
  const calls = parts.map((part) => ({ ...part, call: randomUUID(), costMicros: each * part.images }));
  const { name: provider, budget } = settings;
  const limits = { dayMicros: microsOf(budget.day), memberDayMicros: microsOf(budget.memberDay) };
  const isLimited = limits.dayMicros !== undefined || limits.memberDayMicros !== undefined;
  if (!isLimited || calls.length === 0) return calls;
  const day = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const wanted = calls.map(({ call, costMicros: micros }) => ({ call, micros }));
  const command = { type: 'Reserve', provider, day, memberId, generationId, calls: wanted, budget: limits } as const;
  try {
    const key = `reserve ${calls.map(({ call }) => call).join(' ')}`;
    await runner.execute(spendingStream.nameOf(spendingId(provider, day)), spending, command, { ...context, key });
  } catch (error) {
    if (error instanceof Refused && spent.has(error.problem.code)) throw new OverBudget(error.problem.message);
    throw error;
  }
  faultPoint('remote.after-reserve');
  return calls;
}

const spent: ReadonlySet<string> = new Set(Object.values(spendingProblems).map(({ code }) => code));

const microsOf = (dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : Math.round(dollars * 1_000_000);
