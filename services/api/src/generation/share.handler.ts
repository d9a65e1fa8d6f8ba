import { referralCodeOf } from '@easel/contracts/members/policy';
import { generationProblems } from '@easel/contracts/generation/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { timeLimit } from '@easel/kernel/server/backoff';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PublicAddress } from '../public-address.ts';
import { RecordActivity } from '../telemetry/telemetry.commands.ts';
import { ShareGeneration } from './generation.commands.ts';
import { GenerationLookup } from './generation.lookup.ts';

/** Whoever asks has come through the server, so it listens already. */
const LISTENING_WITHIN_MS = 5_000;

@CommandHandler(ShareGeneration)
export class ShareGenerationHandler implements ICommandHandler<ShareGeneration> {
  constructor(
    private readonly commands: CommandBus,
    private readonly lookup: GenerationLookup,
    private readonly address: PublicAddress,
  ) {}

  async execute({ memberId, generationId, context }: ShareGeneration): Promise<{ url: string }> {
    const view = await this.lookup.findListed(generationId);
    if (view?.memberId !== memberId) throw new Refused(generationProblems.notFound);
    if (view.status !== 'completed') throw new Refused(generationProblems.notCompleted);
    if (!view.isPublic) throw new Refused(generationProblems.stillPrivate);
    // Under one key all day: an image counts once a day, however often its button is pressed.
    const today = new Date().toISOString().slice(0, 10);
    const once = { ...context, key: `share ${memberId} ${generationId} ${today}` };
    await this.commands.execute(new RecordActivity(memberId, 'image_share', [generationId], once));
    const site = await this.address.known(timeLimit(LISTENING_WITHIN_MS));
    return { url: `${site}/image/${generationId}?ref=${referralCodeOf(memberId)}` };
  }
}
