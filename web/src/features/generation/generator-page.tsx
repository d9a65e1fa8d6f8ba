import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { FailedState } from '../../ui/states.tsx';
import type { Preferences } from './generator-form.ts';
import type { Funds } from './order-price.ts';
import type { ResultTools } from './result-deeds.ts';
import { useStart } from './start.ts';
import { StudioSkeleton } from './studio-skeleton.tsx';
import { Studio } from './studio.tsx';

interface GeneratorPageProps {
  /** `pending` while it may still come; undefined where it could not be read. */
  preferences: Preferences | 'pending' | undefined;
  funds: Funds;
  tools: ResultTools;
  /** Pictures of others to begin with. */
  inspiration: ReactNode;
}

/** spec: member-experience §2 "Generator". `?from=` names an image whose settings fill in the form. */
export function GeneratorPage({ preferences, funds, tools, inspiration }: GeneratorPageProps) {
  const start = useStart(preferences);
  return (
    <Page title="Creative Studio">
      {start.error !== null && <FailedState error={start.error} onRetry={start.retry} />}
      {start.form ? (
        <Studio key={start.key} start={start.form} funds={funds} tools={tools} inspiration={inspiration} />
      ) : (
        start.error === null && <StudioSkeleton />
      )}
    </Page>
  );
}
