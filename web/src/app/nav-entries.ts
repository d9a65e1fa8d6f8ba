import { Globe, Images, Sparkles, UserRound, type LucideIcon } from 'lucide-react';
import { leadsSomewhere, pages } from './pages.ts';

export interface NavEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
}

/** spec: member-experience §2 "Side drawer". */
export const drawerEntries: readonly NavEntry[] = Object.entries(pages).flatMap(([to, { menu }]) =>
  menu ? [{ to, ...menu }] : [],
);

/** spec: member-experience §2 "Quick Actions"; `/gallery` is the drawer's quick link to the public pictures. */
export const quickActions: readonly NavEntry[] = [
  { to: '/generator', label: 'Create', Icon: Sparkles },
  { to: '/your-gallery', label: 'My images', Icon: Images },
  { to: '/gallery', label: 'Browse', Icon: Globe },
  { to: '/profile', label: 'Account', Icon: UserRound },
].filter(({ to }) => leadsSomewhere(to));
