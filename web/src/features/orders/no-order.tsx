import { Package } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { UnreadState } from '../../ui/unread-state.tsx';

/** Fills a page until its order has come, or where there is none. */
export const NoOrder = ({ query }: Pick<ComponentProps<typeof UnreadState>, 'query'>) => (
  <UnreadState query={query} icon={<Package size={28} />} title="There is no such order">
    <ButtonLink to="/orders">Orders</ButtonLink>
  </UnreadState>
);
