import { CreateVariant } from '@easel/api/generation/create-variant';
import type { GenerationCommand } from '@easel/api/generation/generation.decider';
import { RequestGenerations } from '@easel/api/generation/request-generations';
import { RetryGeneration } from '@easel/api/generation/retry-generation';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationRequest } from '@easel/contracts/generation/bodies.http';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Product } from '../product.ts';
import { action, nameOf, someMember, streamsOf, answerCode, type Action, type Scene } from './action.ts';

async function generate(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const memberId = someMember(scene);
  const requests = Array.from({ length: chance.onceIn(5) ? 2 : 1 }, () =>
    generationRequest.parse({
      prompt: chance.pick(['a boat', 'a house', 'a fox', 'the sea']),
      resolution: chance.pick(['1k', '2k', '4k']),
      count: chance.pick([1, 4, 8]),
      seed: null,
    }),
  );
  const answer = await world.call({ kind: 'member', id: memberId }, 'generate', ({ commands }, context) =>
    commands.execute(new RequestGenerations(memberId, requests, context)),
  );
  tell(`${nameOf(scene, memberId)} generates ${requests.map(({ count }) => count).join('+')}: ${answerCode(answer)}`);
}

/** One of those that were asked for, and its owner. */
function someGeneration(
  scene: Scene,
  fits: (types: ReadonlySet<GenerationFact['type']>) => boolean,
): { generationId: string; memberId: string } | undefined {
  const found = streamsOf<GenerationFact>(scene, 'generation').flatMap((facts) => {
    const [first] = facts;
    if (first?.type !== 'GenerationRequested' || !fits(new Set(facts.map(({ type }) => type)))) return [];
    const { generationId, memberId } = first.data;
    return [{ generationId, memberId }];
  });
  return scene.chance.maybe(found);
}

type Change = (
  product: Product,
  owned: { generationId: string; memberId: string },
  context: CommandContext,
) => Promise<unknown>;

const change = (
  name: string,
  weight: number,
  to: Change,
  fits: (types: ReadonlySet<GenerationFact['type']>) => boolean,
): Action =>
  action(name, weight, async (scene) => {
    const found = someGeneration(scene, fits);
    if (!found) return;
    const { memberId } = found;
    const answer = await scene.world.call({ kind: 'member', id: memberId }, name, (product, context) =>
      to(product, found, context),
    );
    scene.tell(`${nameOf(scene, memberId)} ${name}: ${answerCode(answer)}`);
  });

const decided =
  (type: 'MakePublic' | 'MakePrivate' | 'DeleteGeneration' | 'RestoreGeneration'): Change =>
  ({ commands }, owned, context) =>
    commands.execute(decide<GenerationCommand>(generationStream, owned.generationId, { type, ...owned }, context));

const cancel: Change = ({ cancellations }, { memberId, generationId }, context) =>
  cancellations.cancel(memberId, generationId, context);

const isDone = (types: ReadonlySet<GenerationFact['type']>): boolean => types.has('GenerationCompleted');
const isUnderWay = (types: ReadonlySet<GenerationFact['type']>): boolean =>
  !isDone(types) && !types.has('GenerationFailed') && !types.has('GenerationCancelled');

/** What members do about images. */
export const imageActions: readonly Action[] = [
  action('generate', 18, generate),
  change('cancel a render', 3, cancel, isUnderWay),
  change('publish', 8, decided('MakePublic'), (types) => isDone(types) && !types.has('MadePublic')),
  change('unpublish', 1, decided('MakePrivate'), (types) => types.has('MadePublic')),
  change('delete', 1, decided('DeleteGeneration'), isDone),
  change('restore', 1, decided('RestoreGeneration'), (types) => types.has('Deleted')),
  action('retry', 3, async (scene) => {
    const found = someGeneration(scene, (types) => types.has('GenerationFailed') || types.has('GenerationCancelled'));
    if (!found) return;
    const { generationId, memberId } = found;
    const answer = await scene.world.call({ kind: 'member', id: memberId }, 'retry', ({ commands }, context) =>
      commands.execute(new RetryGeneration(memberId, generationId, true, context)),
    );
    scene.tell(`${nameOf(scene, memberId)} retries: ${answerCode(answer)}`);
  }),
  action('variant', 3, async (scene) => {
    const found = someGeneration(scene, isDone);
    if (!found) return;
    const { generationId, memberId } = found;
    const answer = await scene.world.call({ kind: 'member', id: memberId }, 'variant', ({ commands }, context) =>
      commands.execute(new CreateVariant(memberId, generationId, { seed: null, agreed: true }, context)),
    );
    scene.tell(`${nameOf(scene, memberId)} wants a variant: ${answerCode(answer)}`);
  }),
];
