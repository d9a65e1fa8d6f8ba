import { ProfilePage } from '../features/members/profile-page.tsx';
import { AvatarPanel } from '../features/people/avatar-panel.tsx';
import { BlockedPanel } from '../features/people/blocked-panel.tsx';
import { PlanPanel } from '../features/plan/plan-panel.tsx';

/** The member's account with the plan, their avatar, and whom they have blocked in it. */
export default function ProfileRoute() {
  return (
    <ProfilePage
      plan={(className) => <PlanPanel className={className} />}
      avatar={(name) => <AvatarPanel name={name} />}
      blocked={<BlockedPanel />}
    />
  );
}
