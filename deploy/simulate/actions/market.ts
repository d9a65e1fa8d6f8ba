import type { GenerationCommand } from '@easel/api/generation/generation.decider';
import { RequestGenerations } from '@easel/api/generation/request-generations';
import type { Resolution } from '@easel/contracts/generation/policy';
import { generationRequest } from '@easel/contracts/generation/bodies.http';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { render } from '../worker.ts';
import { action, type Action, type Scene } from './action.ts';
import { choose } from './plans.ts';
import { buyAll } from './shop.ts';

/**
 * Two members pay for a large plan, the first offers images and the second buys them: enough for a payout once it has
 * rested.
 */
async function openMarket(scene: Scene): Promise<void> {
  const { members, tell } = scene;
  const [seller, buyer] = members;
  if (seller === undefined || buyer === undefined) return;
  for (const memberId of [seller, buyer]) await choose(scene, memberId, 'enterprise', 'monthly');
  for (const prompt of ['a castle', 'a windmill']) await offer(scene, seller, { prompt, count: 8 });
  await buyAll(scene, buyer);
  tell('a market is open');
}

interface Drawn {
  prompt: string;
  count: 1 | 4 | 8;
  resolution?: Resolution;
  isTshirtDesign?: boolean;
}

/** Has images made by somebody, and returns their generation; undefined where nobody could pay for it. */
export async function draw(scene: Scene, memberId: string, drawn: Drawn): Promise<string | undefined> {
  const request = generationRequest.parse({ resolution: '1k', seed: null, ...drawn });
  const placed = await scene.world.call({ kind: 'member', id: memberId }, 'generate', ({ commands }, context) =>
    commands.execute(new RequestGenerations(memberId, [request], context)),
  );
  const generationId = placed.kind === 'done' ? placed.value.placed[0]?.generationId : undefined;
  if (generationId !== undefined) await render(scene, generationId, false);
  return generationId;
}

/** Has images made by somebody, and shown to everybody. */
export async function offer(scene: Scene, memberId: string, drawn: Drawn): Promise<void> {
  const generationId = await draw(scene, memberId, drawn);
  if (generationId === undefined) return;
  await scene.world.call({ kind: 'member', id: memberId }, 'publish', ({ commands }, context) => {
    const command = { type: 'MakePublic', generationId, memberId } as const;
    return commands.execute(decide<GenerationCommand>(generationStream, generationId, command, context));
  });
}

export const marketActions: readonly Action[] = [action('a market opens', 1, openMarket)];
