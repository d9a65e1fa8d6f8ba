import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { typed, type Evidence, type Violation } from './evidence.ts';

type Outcome = 'completed' | 'failed' | 'cancelled' | 'open' | 'never asked';

function outcomeOf(facts: readonly Recorded<GenerationFact>[] | undefined): Outcome {
  if (!facts) return 'never asked';
  if (typed(facts, 'GenerationCompleted').length > 0) return 'completed';
  if (typed(facts, 'GenerationFailed').length > 0) return 'failed';
  return typed(facts, 'GenerationCancelled').length > 0 ? 'cancelled' : 'open';
}

/** Images of a generation, by the worker that completed it. */
function imagesOf(facts: readonly Recorded<GenerationFact>[]): number {
  const attempt = typed(facts, 'GenerationCompleted')[0]?.data.attempt;
  return typed(facts, 'VariantCreated').filter(({ data }) => data.attempt === attempt).length;
}

/**
 * Every charge has its images, and every image its charge; what came to nothing costs nothing. Holds at quiet points.
 */
export function charges({ members, isQuiet, account, generations }: Evidence): Violation[] {
  if (!isQuiet) return [];
  const wrong = (memberId: string, says: string): Violation => ({ rule: 'charge ⇔ image', memberId, says });
  return members.flatMap((memberId) => {
    const facts = account(memberId);
    const held = new Map(typed(facts, 'CreditsHeld').map(({ data }) => [data.generationId, data]));
    const captured = new Set(typed(facts, 'CreditsCaptured').map(({ data }) => data.generationId));
    const released = new Set(typed(facts, 'CreditsReleased').map(({ data }) => data.generationId));
    const violations: Violation[] = [];
    for (const [id, { images, tenths }] of held) {
      const found = generations.get(id);
      const outcome = outcomeOf(found);
      if (captured.has(id) !== (outcome === 'completed')) {
        violations.push(wrong(memberId, `generation ${id} is ${outcome}, and its charge ${stateOf(id)}`));
      } else if (outcome === 'completed' && found && imagesOf(found) !== images) {
        violations.push(wrong(memberId, `${images} images are charged, and ${imagesOf(found)} made of ${id}`));
      }
      const asked = found && typed(found, 'GenerationRequested')[0]?.data.tenths;
      if (asked !== undefined && asked !== tenths) {
        violations.push(wrong(memberId, `${tenths} tenths are held for ${id}, and its price is ${asked}`));
      }
    }
    for (const [id, found] of generations) {
      const owner = typed(found, 'GenerationRequested')[0]?.data.memberId;
      if (owner === memberId && outcomeOf(found) === 'completed' && !captured.has(id)) {
        violations.push(wrong(memberId, `generation ${id} is complete and was never charged`));
      }
    }
    return violations;

    function stateOf(id: string): string {
      return captured.has(id) ? 'made' : released.has(id) ? 'released' : 'still held';
    }
  });
}
