import { posterRatios } from '@easel/contracts/generation/policy';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import type { GeneratorForm } from './generator-form.ts';
import { RatioShape, ratiosByShape } from './ratio-shape.tsx';
import styles from './shape-field.module.css';

const posterShapes = ratiosByShape.filter(({ key }) => posterRatios.some((known) => known === key));

/** The picture's shape, as far as what it is made for leaves a choice. */
export function ShapeField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  const mode = useWatch({ control: form.control, name: 'mode' });
  if (mode === 'tshirt') {
    return (
      <div className={styles.fixed}>
        <RatioShape width={1} height={1} />
        <p>A T-shirt print is square, a PNG with a transparent ground.</p>
      </div>
    );
  }
  return (
    <ChoiceGroup legend="Shape" layout="shapes">
      {(mode === 'poster' ? posterShapes : ratiosByShape).map((ratio) => (
        <Choice key={ratio.key} {...form.register('aspect_ratio')} value={ratio.key} label={ratio.label}>
          <RatioShape width={ratio.width} height={ratio.height} />
          {`${ratio.width}:${ratio.height}`}
        </Choice>
      ))}
    </ChoiceGroup>
  );
}
