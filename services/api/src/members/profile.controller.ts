import { preferences, profile, publicProfileChange } from '@easel/contracts/members/bodies.http';
import { membersHttp, type PublicProfile, type User } from '@easel/contracts/members/http';
import { preset, presetsHttp, type Preset } from '@easel/contracts/members/presets.http';
import { memberStream } from '@easel/contracts/members/stream';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { PublicProfiles } from './change-public-profile.ts';
import type { MemberCommand } from './member.decider.ts';
import { RegisteredMembers } from './registered-members.ts';
import { Profiles } from './update-profile.ts';
import { UserPresenter } from './user.presenter.ts';

@Controller()
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly profiles: Profiles,
    private readonly publicProfiles: PublicProfiles,
    private readonly members: RegisteredMembers,
    private readonly presenter: UserPresenter,
  ) {}

  @RouteOf(membersHttp.updateProfile)
  async updateProfile(
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: profile }) body: z.output<typeof profile>,
  ): Promise<{ success: true; user: User }> {
    await this.profiles.update(id, body, context);
    return { success: true, user: await this.presenter.present(id) };
  }

  @RouteOf(membersHttp.updatePublicProfile)
  async updatePublicProfile(
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: publicProfileChange }) body: z.output<typeof publicProfileChange>,
  ): Promise<{ success: true; publicProfile: PublicProfile }> {
    await this.publicProfiles.change(id, body, context);
    return { success: true, publicProfile: body };
  }

  @RouteOf(membersHttp.updatePreferences)
  async updatePreferences(
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: preferences }) body: z.output<typeof preferences>,
  ): Promise<{ success: true; preferences: User['preferences'] }> {
    await this.commands.execute(
      decide<MemberCommand>(memberStream, id, { type: 'UpdatePreferences', memberId: id, ...body }, context),
    );
    const { preferences: present } = await this.presenter.present(id);
    return { success: true, preferences: present };
  }

  @RouteOf(presetsHttp.list)
  async presets(@Caller() { id }: CallerValue): Promise<{ success: true; presets: Preset[] }> {
    const member = await this.members.find(id);
    return { success: true, presets: [...(member?.presets ?? [])].flatMap(presetOf) };
  }

  @RouteOf(presetsHttp.save)
  async savePreset(
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: preset }) body: Preset,
  ): Promise<{ success: true; preset: Preset }> {
    await this.commands.execute(
      decide<MemberCommand>(
        memberStream,
        memberId,
        { type: 'SavePreset', memberId, presetId: body.id, name: body.name, settings: JSON.stringify(body.settings) },
        context,
      ),
    );
    return { success: true, preset: body };
  }

  @RouteOf(presetsHttp.remove)
  async deletePreset(
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
    @Param({ schema: presetsHttp.remove.params }) { id: presetId }: { id: string },
  ): Promise<{ success: true }> {
    await this.commands.execute(
      decide<MemberCommand>(memberStream, memberId, { type: 'DeletePreset', memberId, presetId }, context),
    );
    return { success: true };
  }
}

/** One whose settings no release of today understands is left out. */
function presetOf([id, { name, settings }]: [string, { name: string; settings: string }]): Preset[] {
  try {
    const read = preset.safeParse({ id, name, settings: JSON.parse(settings) as unknown });
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
