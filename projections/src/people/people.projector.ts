import type { FavoriteFact } from '@easel/contracts/favorites/events';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { FollowFact } from '@easel/contracts/people/events';
import { followsStream } from '@easel/contracts/people/stream';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { Pairs } from '../kernel/paired-rows.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  blocks,
  follows,
  incomplete,
  likings,
  type ProfileRow,
  profiles,
  tables,
  type WorkRow,
  works,
} from './people.tables.ts';

const foldedProfiles = new FoldedTable(profiles);
const foldedWorks = new FoldedTable(works);

class PeopleRows implements RowBatch {
  readonly likings = new Pairs(likings, (row) => `${row.generation_id} ${row.member_id}`);
  readonly follows = new Pairs(follows, (row) => `${row.member_id} ${row.followed_id}`);
  readonly blocks = new Pairs(blocks, (row) => `${row.member_id} ${row.blocked_id}`);
  private readonly erased: string[] = [];
  private readonly profiles = foldedProfiles.batch();
  private readonly works = foldedWorks.batch();

  /** Nobody follows, blocks or likes as them any more, nor follows or blocks them. */
  erase(memberId: string): void {
    this.change(memberId, hidden(memberId));
    this.erased.push(memberId);
  }

  change(memberId: string, changed: Partial<ProfileRow>): void {
    this.profiles.change(memberId, (row = hidden(memberId)) => ({ ...row, ...changed }));
  }

  begin(row: WorkRow): void {
    this.works.begin(row.generation_id, row);
  }

  /** Nothing of a generation that stands in no list, or was given up before it was requested. */
  changeWork(generationId: string, changed: Partial<WorkRow>): void {
    this.works.change(generationId, (row) => row && { ...row, ...changed });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      this.likings.write(sql),
      this.follows.write(sql),
      this.blocks.write(sql),
      this.profiles.flush(sql),
      this.works.flush(sql),
    ]);
    if (this.erased.length > 0)
      for (const { name, text } of ERASE) await sql.query({ name, text, values: [arrayLiteral(this.erased)] });
  }
}

/** What ties others to somebody who is erased. */
const ERASE = [
  ['liking', 'member_id'],
  ['follow', 'member_id'],
  ['follow', 'followed_id'],
  ['block', 'member_id'],
  ['block', 'blocked_id'],
].map(([table, column]) => ({
  name: `erase ${table} ${column}`,
  text: `delete from ${table} where ${column} = any($1::uuid[])`,
}));

const NO_AVATAR = { avatar_generation_id: null, avatar_variant_id: null };

const hidden = (memberId: string): ProfileRow => ({
  member_id: memberId,
  name: '',
  shown: false,
  shares_settings: false,
  verified: false,
  ...NO_AVATAR,
});

/** Of somebody who takes it back, when that was says nothing. */
const NEVER = new Date(0).toISOString();

/** How people are seen, what they have made and taken to, and whom they follow and have blocked. */
export const people = projectorOf<MemberFact | FollowFact | FavoriteFact | GenerationFact, PeopleRows>()({
  name: 'people',
  version: 2,
  categories: [memberStream.category, followsStream.category, favoritesStream.category, generationStream.category],
  tables,
  rows: () => new PeopleRows(),
  on: {
    PublicProfileChanged: ({ data: { memberId, publicName, shown, sharesSettings } }, rows) => {
      const isErased = publicName === ERASED;
      rows.change(memberId, {
        name: isErased ? '' : publicName,
        shown: shown && !isErased,
        shares_settings: sharesSettings && !isErased,
      });
    },
    AvatarChosen: ({ data: { memberId, generationId, variantId } }, rows) =>
      rows.change(memberId, { avatar_generation_id: generationId, avatar_variant_id: variantId }),
    AvatarRemoved: ({ data: { memberId } }, rows) => rows.change(memberId, NO_AVATAR),
    EmailVerified: ({ data: { memberId } }, rows) => rows.change(memberId, { verified: true }),
    EmailChanged: ({ data: { memberId } }, rows) => rows.change(memberId, { verified: false }),
    EmailChangeUndone: ({ data: { memberId, verified } }, rows) => rows.change(memberId, { verified }),
    MemberErased: ({ data: { memberId } }, rows) => rows.erase(memberId),
    Followed: ({ data: { memberId, followedId, followedAt } }, rows) =>
      rows.follows.say({ member_id: memberId, followed_id: followedId, followed_at: followedAt }, true),
    Unfollowed: ({ data: { memberId, followedId } }, rows) =>
      rows.follows.say({ member_id: memberId, followed_id: followedId, followed_at: NEVER }, false),
    MemberBlocked: ({ data: { memberId, blockedId, blockedAt } }, rows) =>
      rows.blocks.say({ member_id: memberId, blocked_id: blockedId, blocked_at: blockedAt }, true),
    MemberUnblocked: ({ data: { memberId, blockedId } }, rows) =>
      rows.blocks.say({ member_id: memberId, blocked_id: blockedId, blocked_at: NEVER }, false),
    FavoriteToggled: ({ data: { memberId, generationId, isFavorite } }, rows) =>
      rows.likings.say({ generation_id: generationId, member_id: memberId }, isFavorite),
    GenerationRequested: ({ data: { generationId, memberId, variantOf, remixOf = null } }, rows) => {
      // What only makes a variant of another stands in no list.
      if (variantOf !== null) return;
      const unseen = { completed: false, deleted: false, is_public: false };
      rows.begin({ generation_id: generationId, member_id: memberId, remix_of: remixOf, ...unseen });
    },
    GenerationCompleted: ({ data }, rows) => rows.changeWork(data.generationId, { completed: true }),
    GenerationAdopted: ({ data }, rows) => rows.changeWork(data.generationId, { member_id: data.memberId }),
    MadePublic: ({ data }, rows) => rows.changeWork(data.generationId, { is_public: true }),
    MadePrivate: ({ data }, rows) => rows.changeWork(data.generationId, { is_public: false }),
    RemixDetached: ({ data }, rows) => rows.changeWork(data.generationId, { remix_of: null }),
    Deleted: ({ data }, rows) => rows.changeWork(data.generationId, { deleted: true }),
    Restored: ({ data }, rows) => rows.changeWork(data.generationId, { deleted: false }),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    'MemberRegistered',
    'ProfileUpdated',
    'PreferencesUpdated',
    'MarketingOptInChanged',
    'DigestSent',
    'PasswordChanged',
    'ReferralAccepted',
    'ReferralRewarded',
    'PresetSaved',
    'PresetDeleted',
    'DataExportRequested',
    'ErasureRequested',
    'ErasureWithdrawn',
    'BlockedBy',
    'UnblockedBy',
    ...renderSteps,
    'VariantCreated',
    'GenerationFailed',
    'GenerationCancelled',
    'VariantAttached',
    'Saved',
    'Purged',
  ],
  markIncomplete: markStreams(incomplete, [memberStream, followsStream, favoritesStream, generationStream]),
});
