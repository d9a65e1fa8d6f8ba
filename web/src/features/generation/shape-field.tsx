import { aspectRatios } from '@easel/contracts/generation/policy';
import { lazy, Suspense } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Popover } from '../../ui/popover.tsx';
import { ratioIn, type GeneratorForm } from './generator-form.ts';
import { RatioShape } from './ratio-shape.tsx';
import styles from './shape-field.module.css';

const ShapePanel = lazy(() => import('./shape-panel.tsx'));

/** The picture's shape, as far as what it is made for leaves a choice. */
export function ShapeField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  const [mode, chosen] = useWatch({ control: form.control, name: ['mode', 'aspect_ratio'] });
  const { width, height } = aspectRatios[ratioIn(mode, chosen)];
  const shape = <RatioShape width={width} height={height} />;
  return (
    <div className={styles.shape}>
      <p aria-hidden="true">Shape</p>
      {mode === 'tshirt' ? (
        <p className={styles.fixed} title="A T-shirt print is square">
          {shape}
          {`${width}:${height}`}
        </p>
      ) : (
        <Popover label="Shape" icon={shape} chosen={`${width}:${height}`}>
          {(close) => (
            <Suspense>
              <ShapePanel form={form} close={close} />
            </Suspense>
          )}
        </Popover>
      )}
    </div>
  );
}
