import { ProfilePage } from '../features/members/profile-page.tsx';
import { PlanPanel } from '../features/plan/plan-panel.tsx';

/** The member's account with the plan in it. */
export default function ProfileRoute() {
  return <ProfilePage plan={(className) => <PlanPanel className={className} />} />;
}
