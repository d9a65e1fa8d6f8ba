import { createContext, use } from 'react';
import { Link, type LinkProps } from 'react-router';
import { isDocumentOfItsOwn } from '../lib/own-document.ts';

/** Fetches a page's code before it is asked for; the router's owner provides it. */
export const PrefetchContext = createContext<(path: string) => void>(() => {});

/** A link whose page is fetched when the pointer or the focus comes near. */
export function PageLink({ to, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext);
  const address = typeof to === 'string' ? to : (to.pathname ?? '');
  const fetchPage = () => prefetch(address);
  return (
    <Link
      {...rest}
      to={to}
      reloadDocument={isDocumentOfItsOwn(address)}
      onPointerEnter={fetchPage}
      onFocus={fetchPage}
    />
  );
}
