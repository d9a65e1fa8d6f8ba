import type { Author, Generation } from '@easel/contracts/generation/http';
import { peopleHttp, peopleProblems } from '@easel/contracts/people/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { folded } from '@easel/contracts/kernel/words';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { PUBLIC, sendImage } from '@easel/kernel/http/image-reply';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { BOUGHT_OF, type BoughtOf, dress } from './dress.ts';
import {
  authorOf,
  type FoundPerson,
  hasChosenAvatar,
  isAvatar,
  lineageOf,
  type Link,
  peopleBlocked,
  peopleFollowed,
  peopleModel,
  peopleNamed,
  shownPerson,
} from './people.queries.ts';

interface PageAsked {
  cursor?: string | undefined;
  limit: number;
}

/** What everybody may see of pictures, of which another read model knows. */
export interface PublicPictures {
  /** Of these members, the newest first. */
  newestOf(
    reads: Reads,
    memberIds: readonly string[],
    asked: PageAsked,
  ): Promise<{ items: Generation[]; nextCursor: string | null; incomplete: boolean }>;
  countOf(reads: Reads, memberId: string): Promise<number>;
  /** Those of these that everybody may see, in this order. */
  byIds(reads: Reads, ids: readonly string[]): Promise<{ items: Generation[]; incomplete: boolean }>;
  /** The small square of an image; undefined unless everybody may see it. */
  avatarOf(reads: Reads, variantId: string): Promise<DerivedRequest | undefined>;
}
/** Given where read models are listed, as they do not know each other. */
export const PUBLIC_PICTURES = Symbol('public pictures');

/** The only names there are. */
const AVATAR_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

type Asked = z.output<typeof peopleHttp.feed.query>;

@Controller()
export class PeopleController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(Sealer) private readonly sealer: Sealer,
    @Inject(PUBLIC_PICTURES) private readonly pictures: PublicPictures,
    @Inject(BOUGHT_OF) private readonly boughtOf: BoughtOf,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(DerivedFiles) private readonly derived: DerivedFiles,
  ) {}

  @RouteOf(peopleHttp.person)
  @ReadsFrom(peopleModel)
  async person(
    @Caller() caller: CallerValue,
    @Param({ schema: peopleHttp.person.params }) { name }: { name: string },
  ): Promise<z.output<typeof peopleHttp.person.reply>> {
    const found = await this.shown(caller, name);
    const { followers, isFollowed, isBlocked } = found;
    const pictures = isBlocked ? 0 : await this.pictures.countOf(this.reads, found.id);
    const isYou = found.id === viewerOf(caller);
    return { success: true, person: { ...authorOf(found), pictures, followers, isYou, isFollowed, isBlocked } };
  }

  @RouteOf(peopleHttp.pictures)
  @ReadsFrom(peopleModel)
  async picturesOf(
    @Caller() caller: CallerValue,
    @Param({ schema: peopleHttp.pictures.params }) { name }: { name: string },
    @Query({ schema: peopleHttp.pictures.query }) asked: Asked,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { id } = await this.shown(caller, name);
    await this.sendPage(reply, viewerOf(caller), [id], asked);
  }

  @RouteOf(peopleHttp.avatar)
  async avatar(
    @Param({ schema: peopleHttp.avatar.params }) { name }: { name: string },
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [, variantId] = AVATAR_NAME.exec(name) ?? [];
    const isOne = variantId !== undefined && (await isAvatar(this.reads, variantId));
    const request = isOne ? await this.pictures.avatarOf(this.reads, variantId) : undefined;
    if (!request) throw new Refused(peopleProblems.notFound);
    const { blob } = await this.derived.get(request);
    await sendImage(reply, this.blobs, { blob, known, cache: PUBLIC });
  }

  @RouteOf(peopleHttp.ownAvatar)
  @ReadsFrom(peopleModel)
  async ownAvatar(@Caller() { id }: CallerValue): Promise<z.output<typeof peopleHttp.ownAvatar.reply>> {
    const [person, chosen] = await Promise.all([shownPerson(this.reads, id), hasChosenAvatar(this.reads, id)]);
    const url = person?.avatar_url;
    return { success: true, chosen, ...(url !== undefined && { avatar_url: url }) };
  }

  @RouteOf(peopleHttp.feed)
  @ReadsFrom(peopleModel)
  async feed(
    @Caller() { id }: CallerValue,
    @Query({ schema: peopleHttp.feed.query }) asked: Asked,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const followed = await this.notErased(await peopleFollowed(this.reads, id));
    await this.sendPage(
      reply,
      id,
      followed.map((one) => one.id),
      asked,
    );
  }

  @RouteOf(peopleHttp.following)
  @ReadsFrom(peopleModel)
  async following(@Caller() { id }: CallerValue): Promise<{ success: true; people: Author[] }> {
    const people = await this.notErased(await peopleFollowed(this.reads, id));
    return { success: true, people: people.map(authorOf) };
  }

  @RouteOf(peopleHttp.blocked)
  @ReadsFrom(peopleModel)
  async blocked(@Caller() { id }: CallerValue): Promise<{ success: true; people: Author[] }> {
    const people = await peopleBlocked(this.reads, id);
    const erased = await this.sealer.erasedOf(people.map((one) => one.id));
    return { success: true, people: people.map((one) => (erased.has(one.id) ? { ...one, name: '' } : one)) };
  }

  @RouteOf(peopleHttp.lineage)
  @ReadsFrom(peopleModel)
  async lineage(
    @Caller() caller: CallerValue,
    @Param({ schema: peopleHttp.lineage.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const viewerId = viewerOf(caller);
    const links = await this.unbroken(id, await lineageOf(this.reads, viewerId, id));
    const ids = [...new Set([id, ...links.flatMap((link) => [link.id, link.of])])];
    const { items, incomplete } = await this.pictures.byIds(this.reads, ids);
    const found = await this.dressed(viewerId, items);
    const seen = new Set(found.generations.map((one) => one.id));
    if (!seen.has(id)) throw new Refused(peopleProblems.notFound);
    const shown = links.filter((link) => seen.has(link.id) && seen.has(link.of));
    sendJson(reply, {
      json: JSON.stringify({
        success: true,
        pictures: found.generations,
        links: shown.map(({ id: remixId, of, makerId, originalMakerId }) => ({
          id: remixId,
          of,
          mayDetach: originalMakerId === viewerId && makerId !== viewerId,
        })),
      }),
      incomplete: incomplete || found.incomplete,
    });
  }

  /** Nobody who is hidden, was erased, or has blocked who asks. */
  private async shown(caller: CallerValue, name: string): Promise<FoundPerson> {
    const found = await this.notErased(await peopleNamed(this.reads, viewerOf(caller), folded(name)));
    const [person] = found;
    if (!person || person.blocksViewer) throw new Refused(peopleProblems.notFound);
    return person;
  }

  private async notErased<One extends { id: string }>(people: readonly One[]): Promise<One[]> {
    const erased = await this.sealer.erasedOf(people.map(({ id }) => id));
    return people.filter(({ id }) => !erased.has(id));
  }

  private dressed(viewerId: string | null, pictures: readonly Generation[]): ReturnType<typeof dress> {
    const { reads, sealer, boughtOf } = this;
    return dress({ reads, sealer, boughtOf }, viewerId, pictures);
  }

  /** What still hangs together once those links are gone of which one maker was erased. */
  private async unbroken(id: string, links: readonly Link[]): Promise<Link[]> {
    const makers = new Set(links.flatMap(({ makerId, originalMakerId }) => [makerId, originalMakerId]));
    const erased = await this.sealer.erasedOf([...makers]);
    const reached = new Set([id]);
    // The nearest come first, so what a link hangs on has been met before it.
    return links.filter((link) => {
      if (erased.has(link.makerId) || erased.has(link.originalMakerId)) return false;
      if (!reached.has(link.id) && !reached.has(link.of)) return false;
      reached.add(link.id).add(link.of);
      return true;
    });
  }

  private async sendPage(
    reply: FastifyReply,
    viewerId: string | null,
    memberIds: readonly string[],
    asked: PageAsked,
  ): Promise<void> {
    const { items, nextCursor, incomplete } = await this.pictures.newestOf(this.reads, memberIds, asked);
    const found = await this.dressed(viewerId, items);
    sendJson(reply, {
      json: JSON.stringify({ success: true, items: found.generations, nextCursor }),
      incomplete: incomplete || found.incomplete,
    });
  }
}

const viewerOf = ({ kind, id }: CallerValue): string | null => (kind === 'member' ? id : null);
