import {
  Globe,
  Heart,
  Images,
  LayoutDashboard,
  ReceiptText,
  ShoppingBag,
  ShoppingCart,
  Sparkles,
  Tag,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { leadsSomewhere } from './pages.ts';

export interface NavEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
}

const reachable = ({ to }: NavEntry) => leadsSomewhere(to);

/** spec: member-experience §2, Side drawer, in its order; an entry shows as soon as its page exists. */
export const drawerEntries: readonly NavEntry[] = [
  { to: '/', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/generator', label: 'Generator', Icon: Sparkles },
  { to: '/your-gallery', label: 'Your Gallery', Icon: Images },
  { to: '/public-gallery', label: 'Public Gallery', Icon: Globe },
  { to: '/my-purchases', label: 'My Purchases', Icon: ShoppingBag },
  { to: '/favorites', label: 'Favorites', Icon: Heart },
  { to: '/profile', label: 'Profile', Icon: UserRound },
  { to: '/statement', label: 'Statement', Icon: ReceiptText },
  { to: '/pricing', label: 'Pricing', Icon: Tag },
  { to: '/cart', label: 'Cart', Icon: ShoppingCart },
].filter(reachable);

/** spec: member-experience §2, Quick Actions; `/gallery` is the drawer's quick link to the public pictures. */
export const quickActions: readonly NavEntry[] = [
  { to: '/generator', label: 'Create', Icon: Sparkles },
  { to: '/your-gallery', label: 'My images', Icon: Images },
  { to: '/gallery', label: 'Browse', Icon: Globe },
  { to: '/profile', label: 'Account', Icon: UserRound },
].filter(reachable);
