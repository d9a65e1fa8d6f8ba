import { FailedState } from '../../ui/states.tsx';
import { Page } from '../../ui/page.tsx';
import type { Preferences } from './generator-form.ts';
import type { OpenImage } from './job-frames.tsx';
import type { Funds } from './order-price.ts';
import { useStart } from './start.ts';
import { StudioSkeleton } from './studio-skeleton.tsx';
import { Studio } from './studio.tsx';

interface GeneratorPageProps {
  /** `pending` while it may still come; undefined where it could not be read. */
  preferences: Preferences | 'pending' | undefined;
  funds: Funds;
  onOpenImage: OpenImage;
}

/** spec: member-experience §2, Generator. `?from=` names an image whose settings the form begins with. */
export function GeneratorPage({ preferences, funds, onOpenImage }: GeneratorPageProps) {
  const start = useStart(preferences);
  return (
    <Page title="Creative Studio">
      {start.error !== null && <FailedState error={start.error} onRetry={start.retry} />}
      {start.form ? (
        <Studio key={start.key} start={start.form} funds={funds} onOpenImage={onOpenImage} />
      ) : (
        start.error === null && <StudioSkeleton />
      )}
    </Page>
  );
}
