import { useEffect } from 'react';
import { Title } from 'react-admin';
import { tabTitle } from '../lib/console-title.ts';

/** What the page is called, in the bar above it as in the browser's tab. */
export function PageTitle({ title }: { title: string }) {
  useTabTitle(title);
  return <Title title={title} />;
}

/** For pages without the bar. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
