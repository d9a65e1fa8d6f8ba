import { createContext, use } from 'react';
import { Link, type LinkProps } from 'react-router';

/** Fetches a page's code before it is asked for; the router's owner provides it. */
export const PrefetchContext = createContext<(path: string) => void>(() => {});

/** A link whose page is fetched when the pointer or the focus comes near. */
export function PageLink({ to, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext);
  const fetchPage = () => prefetch(typeof to === 'string' ? to : (to.pathname ?? ''));
  return <Link {...rest} to={to} onPointerEnter={fetchPage} onFocus={fetchPage} />;
}
