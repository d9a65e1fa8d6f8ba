import { aspectRatios } from '@easel/contracts/generation/policy';
import { lazy, Suspense } from 'react';
import { Popover } from '../../ui/popover.tsx';
import type { StudioFieldProps } from './chosen.ts';
import { RatioShape } from './ratio-shape.tsx';
import styles from './shape-field.module.css';

const ShapePanel = lazy(() => import('./shape-panel.tsx'));

/** The picture's shape, as far as what it is made for leaves a choice. */
export function ShapeField({ form, chosen }: StudioFieldProps) {
  const { aspectRatio, isTshirtDesign } = chosen.asked;
  const { width, height } = aspectRatios[aspectRatio];
  const shape = <RatioShape width={width} height={height} />;
  return (
    <div className={styles.shape}>
      <p aria-hidden="true">Shape</p>
      {isTshirtDesign ? (
        <p className={styles.fixed} title="A T-shirt print is square">
          {shape}
          {`${width}:${height}`}
        </p>
      ) : (
        <Popover label="Shape" icon={shape} chosen={`${width}:${height}`}>
          {(close) => (
            <Suspense>
              <ShapePanel form={form} chosen={chosen} close={close} />
            </Suspense>
          )}
        </Popover>
      )}
    </div>
  );
}
