import { Palette } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { capitalised } from '../../lib/figures.ts';
import { Popover } from '../../ui/popover.tsx';
import type { Chosen } from './chosen.ts';
import type { GeneratorForm } from './generator-form.ts';

const MannerPanel = lazy(() => import('./manner-panel.tsx'));

export interface MannerFieldProps {
  form: UseFormReturn<GeneratorForm>;
  chosen: Chosen;
}

/** By which model and in which style it is made. */
export function MannerField({ form, chosen }: MannerFieldProps) {
  const [model, style] = useWatch({ control: form.control, name: ['model', 'style'] });
  const manner = style === 'auto' ? 'any style' : capitalised(style);
  return (
    <Popover
      label="Model and style"
      icon={<Palette size={20} aria-hidden="true" />}
      chosen={isModelHeeded(chosen) ? `${capitalised(model.replaceAll('_', ' '))} · ${manner}` : manner}
    >
      {() => (
        <Suspense>
          <MannerPanel form={form} chosen={chosen} />
        </Suspense>
      )}
    </Popover>
  );
}

/** Whether the model changes the picture, or who makes it: the table may name a provider for it. */
const isModelHeeded = ({ maker, asked, providers }: Chosen): boolean =>
  maker?.ignored.model === undefined || (asked.provider === '' && Object.keys(providers.routes).length > 0);
