import { generation } from '@easel/api/generation/generation.decider';
import { LOOK_VALUES } from '@easel/contracts/generation/look.policy';
import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import { MAX_ATTEMPTS, type Resolution } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { rendering, type RenderingCommand } from '@easel/imaging/render/rendering.decider';
import { action, streamsOf, answerCode, type Action, type Scene } from './actions/action.ts';

export const LEASE_MS = 30_000;
const HEX = '0123456789abcdef';

/** Square ones; 4K is what challenges take. */
const stored = (blob: string, resolution: Resolution = '2k'): StoredImage => {
  const side = resolution === '4k' ? 4096 : 2048;
  return { blob, bytes: 1, width: side, height: side };
};

/** Draws nothing, but claims, records and ends as a render worker does; now and then it dies on the way. */
export async function render(scene: Scene, generationId: string, mayFail: boolean): Promise<void> {
  const { world, chance } = scene;
  const worker = `worker-${chance.int(1, 1_000_000)}`;
  const blob = Array.from({ length: 64 }, () => HEX[chance.int(0, 15)]).join('');
  const fate = mayFail
    ? chance.weighted([
        [12, 'done'],
        [1, 'dies'],
        [2, 'fails'],
      ] as const)
    : 'done';
  const answer = await world.call({ kind: 'operator', id: worker }, `render ${fate}`, async ({ runner }, context) => {
    const say = (command: RenderingCommand, what: string) =>
      runner.execute(generationStream.nameOf(generationId), rendering, command, {
        ...context,
        key: `${context.key} ${what}`,
      });
    const now = new Date();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const { state } = await say({ type: 'Claim', worker, now, leaseUntil }, 'claim');
    const held = { worker, attempt: state.attempt };
    if (fate === 'dies') return;
    if (fate === 'fails') {
      await say({ type: 'Fail', ...held, reason: 'render_failed', detail: 'no luck' }, 'fail');
      return;
    }
    for (let index = 0; index < (state.settings?.count ?? 0); index += 1) {
      const image = {
        original: stored(blob, state.settings?.resolution),
        preview: stored(blob),
        thumbnail: stored(blob),
        thumbhash: 'x',
        look: '00'.repeat(LOOK_VALUES),
        seed: index,
      };
      await say({ type: 'RecordVariant', ...held, index, variantId: crypto.randomUUID(), ...image }, `image ${index}`);
    }
    await say({ type: 'Complete', ...held, processingMs: 1 }, 'complete');
  });
  scene.tell(`a worker is ${fate}: ${answerCode(answer)}`);
}

/** Asked for, and neither ended nor in a worker's hands. */
function waiting(scene: Scene): { generationId: string; tries: number }[] {
  return streamsOf<GenerationFact>(scene, 'generation').flatMap((facts) => {
    const [first] = facts;
    if (first?.type !== 'GenerationRequested') return [];
    let lease = 0;
    let tries = 0;
    for (const { type, data } of facts) {
      if (type === 'GenerationCompleted' || type === 'GenerationFailed' || type === 'GenerationCancelled') return [];
      if (type === 'RenderingStarted') {
        tries += 1;
        lease = Date.parse(data.leaseUntil);
      }
    }
    return lease > Date.now() ? [] : [{ generationId: first.data.generationId, tries }];
  });
}

async function renderOne(scene: Scene, mayFail: boolean): Promise<void> {
  const found = scene.chance.maybe(waiting(scene));
  if (!found) return;
  const { generationId, tries } = found;
  if (tries < MAX_ATTEMPTS) await render(scene, generationId, mayFail);
  else {
    await scene.world.call({ kind: 'operator', id: 'queue' }, 'give up', ({ runner }, context) =>
      runner.execute(
        generationStream.nameOf(generationId),
        generation,
        { type: 'GiveUp', generationId, at: new Date() },
        context,
      ),
    );
  }
}

/** Draws one of those that wait, without a mishap. */
export const drawOne = (scene: Scene): Promise<void> => renderOne(scene, false);

/** Whether a render is in a worker's hands, or waits for one. */
export const isDrawing = (scene: Scene): boolean =>
  streamsOf<GenerationFact>(scene, 'generation').some(
    (facts) =>
      facts[0]?.type === 'GenerationRequested' &&
      !facts.some(
        ({ type }) => type === 'GenerationCompleted' || type === 'GenerationFailed' || type === 'GenerationCancelled',
      ),
  );

export const workerActions: readonly Action[] = [action('render', 16, (scene) => renderOne(scene, true))];
