import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { peopleHttp, type Person } from '@easel/contracts/people/http';
import { UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { useCommand } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { loginPathFor } from '../members/next-path.ts';

/** Follows somebody, or no more; a visitor is led to sign in. */
export function FollowButton({ person: { id, name, isFollowed } }: { person: Person }) {
  const location = useLocation();
  const navigate = useNavigate();
  const signedIn = useStore(token) !== null;
  const follow = useCommand(peopleHttp.follow);
  const toggle = () => {
    if (!signedIn) return void navigate(loginPathFor(location));
    follow.mutate(
      { params: { id }, body: { isFollowed: !isFollowed } },
      { onError: (error) => toast.error(messageOf(error, `Failed to ${isFollowed ? 'unfollow' : 'follow'} ${name}`)) },
    );
  };
  const Icon = isFollowed ? UserRoundCheck : UserRoundPlus;
  return (
    <Button look={isFollowed ? 'quiet' : 'primary'} busy={follow.isPending} aria-pressed={isFollowed} onClick={toggle}>
      {!follow.isPending && <Icon size={20} aria-hidden="true" />}
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
