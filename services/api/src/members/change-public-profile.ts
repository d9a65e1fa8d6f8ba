import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import type { PublicProfile } from './member.decider.ts';
import { MemberChanges } from './member-changes.ts';
import { PublicNames } from './public-names.tables.ts';

/** How members are seen by everybody: the name is theirs alone, and moves together with the fact that tells of it. */
@Injectable()
export class PublicProfiles {
  constructor(
    private readonly changes: MemberChanges,
    private readonly names: PublicNames,
  ) {}

  async change(memberId: string, profile: PublicProfile, context: CommandContext): Promise<void> {
    await this.changes.change(memberId, { type: 'ChangePublicProfile', memberId, ...profile }, context, {
      write: (client) => this.names.claim(client, memberId, profile.name),
    });
  }
}
