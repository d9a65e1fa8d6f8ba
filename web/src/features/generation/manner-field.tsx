import { Palette } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useValues } from '../../lib/live-form.ts';
import { capitalised } from '../../lib/figures.ts';
import { Popover } from '../../ui/popover.tsx';
import type { Chosen, StudioFieldProps } from './chosen.ts';

const MannerPanel = lazy(() => import('./manner-panel.tsx'));

/** Shows the model and style of the picture. */
export function MannerField({ form, chosen }: StudioFieldProps) {
  const { model, style } = useValues(form, ['model', 'style']);
  const manner = style === 'auto' ? 'any style' : capitalised(style);
  return (
    <Popover
      label="Model and style"
      icon={<Palette size={20} aria-hidden="true" />}
      chosen={isModelHeeded(chosen) ? `${capitalised(model.replaceAll('_', ' '))} · ${manner}` : capitalised(manner)}
    >
      {() => (
        <Suspense>
          <MannerPanel form={form} chosen={chosen} />
        </Suspense>
      )}
    </Popover>
  );
}

/** Returns whether the model matters: the provider uses it, or routing selects a provider by it. */
const isModelHeeded = ({ maker, asked, providers }: Chosen): boolean =>
  maker?.ignored.model === undefined || (asked.provider === '' && Object.keys(providers.routes).length > 0);
