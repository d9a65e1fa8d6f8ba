import { referralCodeOf } from '@easel/contracts/members/policy';
import { generationProblems } from '@easel/contracts/generation/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { timeLimit } from '@easel/kernel/server/backoff';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PublicAddress } from '@easel/kernel/http/public-address';
import { RecordActivity } from '../telemetry/record-activity.ts';
import { GenerationLookup } from './generation.lookup.ts';

/** Whoever asks has come through the server, so it listens already. */
const LISTENING_WITHIN_MS = 5_000;

/** Public images that their owners pass on. */
@Injectable()
export class Shares {
  constructor(
    private readonly commands: CommandBus,
    private readonly lookup: GenerationLookup,
    private readonly address: PublicAddress,
  ) {}

  /** Answers the address under which anyone sees a public image, with its owner's referral code. */
  async share(memberId: string, generationId: string, context: CommandContext): Promise<string> {
    const view = await this.lookup.findListed(generationId);
    if (view?.memberId !== memberId) throw new Refused(generationProblems.notFound);
    if (view.status !== 'completed') throw new Refused(generationProblems.notCompleted);
    if (!view.isPublic) throw new Refused(generationProblems.stillPrivate);
    // Under one key all day: an image counts once a day, however often its button is pressed.
    const today = new Date().toISOString().slice(0, 10);
    const once = { ...context, key: `share ${memberId} ${generationId} ${today}` };
    await this.commands.execute(new RecordActivity(memberId, 'image_share', [generationId], once));
    const site = await this.address.known(timeLimit(LISTENING_WITHIN_MS));
    return `${site}/image/${generationId}?ref=${referralCodeOf(memberId)}`;
  }
}
