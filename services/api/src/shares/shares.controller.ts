import { Refused } from '@easel/contracts/kernel/problem';
import type { Shown } from '@easel/contracts/shares/events';
import { shareProblems, sharesHttp, type Share } from '@easel/contracts/shares/http';
import { ENDED_SHARES_LISTED, sharedPath } from '@easel/contracts/shares/policy';
import { sharesStream } from '@easel/contracts/shares/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { type CommandContext, DeciderRunner, idOf } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { PublicAddress } from '@easel/kernel/http/public-address';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { timeLimit } from '@easel/kernel/server/backoff';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { CollectionsLookup } from '../collections/collections.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { ShareTokens } from './share-tokens.ts';
import { type ShareLink, shares, type SharesCommand, works } from './shares.decider.ts';

/** Whoever asks has come through the server, so it listens already. */
const LISTENING_WITHIN_MS = 5_000;

@Controller()
export class SharesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly runner: DeciderRunner,
    private readonly collections: CollectionsLookup,
    private readonly generations: GenerationLookup,
    private readonly tokens: ShareTokens,
    private readonly site: PublicAddress,
  ) {}

  @RouteOf(sharesHttp.list)
  async list(@Caller() { id: memberId }: CallerValue): Promise<{ success: true; shares: Share[] }> {
    const links = await this.linksOf(memberId);
    const at = new Date();
    const ended = links.filter(([, link]) => !works(link, at));
    const forgotten = new Set(ended.slice(ENDED_SHARES_LISTED).map(([id]) => id));
    const listed = links.filter(([id]) => !forgotten.has(id));
    return { success: true, shares: await this.shown(memberId, listed, at) };
  }

  @RouteOf(sharesHttp.make)
  async make(
    @Body({ schema: sharesHttp.make.body }) { kind, id, expiresAt }: z.output<typeof sharesHttp.make.body>,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; share: Share }> {
    const shown: Shown = kind === 'collection' ? { kind, collectionId: id } : { kind, generationId: id };
    if (!(await this.isThere(memberId, shown))) throw new Refused(shareProblems.nothingToShare);
    const shareId = idOf(context, 'share');
    const tokenDigest = this.tokens.digestOf(shareId);
    await this.send(
      memberId,
      { type: 'MakeShareLink', memberId, shareId, shown, tokenDigest, expiresAt: new Date(expiresAt) },
      context,
    );
    const links = await this.linksOf(memberId);
    const [share] = await this.shown(
      memberId,
      links.filter(([one]) => one === shareId),
      new Date(),
    );
    if (!share) throw new Error(`nothing came of the link ${shareId}`);
    return { success: true, share };
  }

  @RouteOf(sharesHttp.revoke)
  async revoke(
    @Param({ schema: sharesHttp.revoke.params }) { id: shareId }: { id: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.send(memberId, { type: 'RevokeShareLink', memberId, shareId }, context);
    return { success: true };
  }

  private async isThere(memberId: string, shown: Shown): Promise<boolean> {
    if (shown.kind === 'collection') return this.collections.isOf(memberId, shown.collectionId);
    const found = await this.generations.findListed(shown.generationId);
    return found?.memberId === memberId && found.status === 'completed';
  }

  /** The last made first. */
  private async linksOf(memberId: string): Promise<[id: string, link: ShareLink][]> {
    const { state } = await this.runner.fold(sharesStream.nameOf(memberId), shares);
    return Object.entries(state.links).toReversed();
  }

  private async shown(memberId: string, links: readonly [string, ShareLink][], at: Date): Promise<Share[]> {
    const site = await this.site.known(timeLimit(LISTENING_WITHIN_MS));
    const names = await this.collections.namesOf(memberId);
    return Promise.all(
      links.map(async ([id, link]) => ({
        id,
        url: `${site}${sharedPath(this.tokens.of(id))}`,
        kind: link.shown.kind,
        ...(await this.titled(link.shown, names)),
        made_at: link.madeAt,
        expires_at: link.expiresAt,
        state: link.revokedAt !== null ? 'revoked' : works(link, at) ? 'works' : 'expired',
      })),
    );
  }

  private async titled(shown: Shown, names: ReadonlyMap<string, string>): Promise<Pick<Share, 'shown_id' | 'title'>> {
    if (shown.kind === 'collection') {
      return { shown_id: shown.collectionId, title: names.get(shown.collectionId) ?? '' };
    }
    const found = await this.generations.findListed(shown.generationId);
    return { shown_id: shown.generationId, title: found?.prompt ?? '' };
  }

  private async send(
    memberId: string,
    command: Parameters<typeof decide<SharesCommand>>[2],
    context: CommandContext,
  ): Promise<void> {
    await this.commands.execute(decide<SharesCommand>(sharesStream, memberId, command, context));
  }
}
