import { memberStream } from '@easel/contracts/members/stream';
import type { PublicProfile } from '@easel/contracts/members/http';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { member } from './member.decider.ts';

/** Read-only door to members for other features. */
@Injectable()
export class MembersLookup {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly sealer: Sealer,
  ) {}

  /** Who registered stays registered: what was read before will do. */
  async exists(memberId: string): Promise<boolean> {
    const stream = memberStream.nameOf(memberId);
    const { state } = await this.runner.fold(stream, member, { atLeastOnce: true });
    return state.registered || (await this.emailOf(memberId)) !== undefined;
  }

  /** Undefined where no such member registered. */
  async emailOf(memberId: string): Promise<string | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.registered ? state.email : undefined;
  }

  /** Whether the address that a member has now is verified. */
  async isVerified(memberId: string): Promise<boolean> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.emailVerified && !state.erased;
  }

  async isErased(memberId: string): Promise<boolean> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.erased;
  }

  /** All that a member has told of themselves, as it stands; undefined where they were erased, or never were. */
  async profileOf(memberId: string): Promise<object | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    if (!state.registered || state.erased) return undefined;
    const { email, emailVerified, username, firstName, lastName, marketingOptIn, publicProfile } = state;
    const { defaultResolution, defaultFormat, presets } = state;
    return {
      memberId,
      email,
      emailVerified,
      username,
      firstName,
      lastName,
      publicProfile: publicProfile ?? null,
      preferences: { defaultResolution, defaultFormat, marketingOptIn },
      presets: Array.from(presets.values(), ({ name, settings }) => ({
        name,
        settings: JSON.parse(settings) as unknown,
      })),
    };
  }

  /** The export of their data that they asked for last. */
  async lastExportOf(memberId: string): Promise<{ exportId: string; requestedAt: string } | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.lastExport;
  }

  /** The image that they have chosen for their avatar, whoever sees it. */
  async avatarOf(memberId: string): Promise<{ generationId: string; variantId: string } | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.avatar;
  }

  /** How everybody sees a member; undefined where they are hidden, were erased, or never were. */
  async shownAs(memberId: string): Promise<PublicProfile | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    const { publicProfile } = state;
    if (!publicProfile?.shown) return undefined;
    // A fold made before an erasure still has the name.
    const erased = await this.sealer.erasedOf([memberId]);
    return erased.has(memberId) ? undefined : publicProfile;
  }
}
