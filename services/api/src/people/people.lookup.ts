import type { Author, Generation } from '@easel/contracts/generation/http';
import { avatarPath } from '@easel/contracts/people/policy';
import { followsStream } from '@easel/contracts/people/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { follows, hasBlocked } from './follows.decider.ts';

/** Read-only door to how people stand with each other, straight from their streams. */
@Injectable()
export class PeopleLookup {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly generations: GenerationLookup,
    private readonly members: MembersLookup,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Whether one of the two has blocked the other. Each is asked in their own stream: what the other's says about it
   * follows a moment later.
   */
  async areApart(memberId: string, otherId: string): Promise<boolean> {
    const [one, other] = await Promise.all(
      [memberId, otherId].map(async (id) => (await this.runner.fold(followsStream.nameOf(id), follows)).state),
    );
    return !one || !other || hasBlocked(one, otherId) || hasBlocked(other, memberId);
  }

  /** Whether somebody else's public picture is there for a member: not where one has blocked the other. */
  async seesPicturesOf(memberId: string, makerId: string): Promise<boolean> {
    return memberId === makerId || !(await this.areApart(memberId, makerId));
  }

  /** Whether the member shows an image of a picture of theirs to everybody. */
  async showsImage(memberId: string, image: { generationId: string; variantId: string }): Promise<boolean> {
    const found = await this.generations.findListed(image.generationId);
    if (found?.memberId !== memberId || !found.isPublic || found.status !== 'completed') return false;
    return found.reply.variants.some(({ id }) => id === image.variantId);
  }

  /** Whose public picture it is; undefined for one that is not public, or whose maker was erased. */
  async makerOf(generationId: string): Promise<string | undefined> {
    const found = await this.generations.findListed(generationId);
    if (!found?.isPublic || found.status !== 'completed') return undefined;
    return (await this.sealer.erasedOf([found.memberId])).has(found.memberId) ? undefined : found.memberId;
  }

  /** The picture of this member of which another is, or was, a remix; undefined where there is none. */
  async originalOf(memberId: string, remixId: string): Promise<string | undefined> {
    const remix = await this.generations.find(remixId);
    const originalId = remix?.remixOf ?? remix?.detachedFrom;
    const original = originalId === undefined ? undefined : await this.generations.find(originalId);
    return original?.memberId === memberId ? originalId : undefined;
  }

  /** Their avatar, while everybody sees its picture. */
  private async avatarOf(memberId: string): Promise<Pick<Author, 'avatar_url'>> {
    const avatar = await this.members.avatarOf(memberId);
    const isSeen = avatar !== undefined && (await this.showsImage(memberId, avatar));
    return isSeen ? { avatar_url: avatarPath(avatar.variantId) } : {};
  }

  /**
   * A picture as the member may begin another with it: with its seed, its negative prompt and its lettering where it is
   * their own or its maker shares them. Undefined for what is not public, whose maker was erased, or where one has
   * blocked the other.
   */
  async remixable(memberId: string, generationId: string): Promise<Generation | undefined> {
    const found = await this.generations.findListed(generationId);
    if (!found?.isPublic || found.status !== 'completed') return undefined;
    const { memberId: makerId, reply } = found;
    if (makerId === memberId) return reply;
    if (!(await this.seesPicturesOf(memberId, makerId))) return undefined;
    const erased = await this.sealer.erasedOf([makerId]);
    if (erased.has(makerId)) return undefined;
    const maker = await this.members.shownAs(makerId);
    // What was sent along is its maker's to know, whatever they share.
    const { references: _references, ...metadata } = reply.metadata;
    const { seed: _seed, negative_prompt: _negativePrompt, lettering: _lettering, ...settings } = metadata;
    const { batch_id: _batch, ...shown } = reply;
    return {
      ...shown,
      variants: shown.variants.map(
        ({ seed: _own, revised_prompt: _revised, references: _sent, ...variant }) => variant,
      ),
      // Whether its maker saved it is theirs to know.
      categories: [],
      author: maker ? { id: makerId, name: maker.name, ...(await this.avatarOf(makerId)) } : null,
      metadata: maker?.sharesSettings ? metadata : settings,
    };
  }
}
