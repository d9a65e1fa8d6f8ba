import { randomUUID } from 'node:crypto';
import { isEnd } from '@easel/contracts/generation/view';
import type { Protocol } from '../../stand-ins/providers/faults.ts';
import type { Member, People } from './people.ts';
import type { Product } from './product.ts';
import type { ProvidersBeside } from './providers-beside.ts';
import { generationFacts, Records, type StoredEvent } from './records.ts';

/** A picture that a member asked a provider for; no other has its prompt. */
export interface Asked {
  readonly member: Member;
  readonly prompt: string;
  readonly generationId: string;
}

/** Asks for a picture; undefined where the product refuses it. */
export async function askProvider(people: People, member: Member, provider: Protocol): Promise<Asked | undefined> {
  const prompt = `An owl that reads ${randomUUID()}`;
  const outcome = await people.order(member, { prompt, provider, shape: 'square_1_1', async: true });
  if (outcome.kind !== 'accepted' && outcome.kind !== 'completed') return undefined;
  return { member, prompt, generationId: outcome.generationId };
}

export interface ProviderEnds {
  /** How many ended in which way: by the reason of a failure, else by the fact. */
  readonly ends: Readonly<Record<string, number>>;
  /** Whose cost is not known. */
  readonly perhaps: number;
  /** What must never be: another number of ends than one, more than one payment, a payment that no fact has. */
  readonly broken: readonly string[];
}

/** Compares the ends of generations with what the provider charged. */
export async function endsOf(
  product: Product,
  providers: ProvidersBeside,
  provider: Protocol,
  asked: readonly Asked[],
): Promise<ProviderEnds> {
  const streams = await Records.of(product, (records) => records.streams());
  const charged = await providers.charged(provider);
  const ends: Record<string, number> = {};
  const broken: string[] = [];
  let perhaps = 0;
  for (const { generationId, prompt } of asked) {
    const { how, certainty, wrong } = endOf(streams.get(`generation-${generationId}`) ?? [], charged.get(prompt) ?? 0);
    ends[how] = (ends[how] ?? 0) + 1;
    if (certainty === 'perhaps') perhaps += 1;
    broken.push(...wrong.map((what) => `${generationId} ${what}`));
  }
  return { ends, perhaps, broken };
}

function endOf(
  events: readonly StoredEvent[],
  charges: number,
): { how: string; certainty?: 'known' | 'perhaps' | undefined; wrong: string[] } {
  const [end, ...more] = generationFacts(events).filter(({ type }) => isEnd(type));
  if (!end) return { how: 'open', wrong: ['did not end'] };
  const certainty = 'cost' in end.data ? end.data.cost?.certainty : undefined;
  const wrong: string[] = [];
  if (more.length > 0) wrong.push(`ended ${more.length + 1} times`);
  if (charges > 1) wrong.push(`was paid for ${charges} times`);
  if (charges > 0 && certainty === undefined) wrong.push('was paid for, and its end has no cost');
  if (end.type === 'GenerationCompleted' && certainty !== 'known')
    wrong.push('is completed, and its cost is not known');
  return { how: end.type === 'GenerationFailed' ? end.data.reason : end.type, certainty, wrong };
}
