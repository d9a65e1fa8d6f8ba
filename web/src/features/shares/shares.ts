import { SHARED_PAGE } from '@easel/contracts/shares/policy';
import { type Share, sharesHttp } from '@easel/contracts/shares/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { copyText } from '../../lib/clipboard.ts';
import { dateAndTime } from '../../lib/dates.ts';
import { routeQuery } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

/** The member's own links. */
export const sharesQuery = routeQuery(['shares', 'own'], sharesHttp.list, {});

/** A page of what a link shows; the page before stays on the screen until it has come. */
export const sharedQuery = (token: string, page: number) =>
  queryOptions({
    ...routeQuery(['shares', 'shown', token, page], sharesHttp.shown, {
      params: { token },
      query: { page, limit: SHARED_PAGE },
    }),
    placeholderData: keepPreviousData,
  });

/** How it stands with a link. */
export function stateText({ state, expires_at: end }: Share): string {
  if (state === 'revoked') return 'Revoked';
  return `${state === 'works' ? 'Works until' : 'Expired'} ${dateAndTime(end)}`;
}

/** Puts a link into the clipboard, or shows it where the browser does not allow that. */
export async function copyLink(url: string, done = 'The link is in your clipboard'): Promise<void> {
  if (await copyText(url)) toast.success(done);
  else toast.info(url);
}
