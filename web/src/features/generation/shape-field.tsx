import { aspectRatios, posterRatios } from '@easel/contracts/generation/policy';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Popover } from '../../ui/popover.tsx';
import { ratioIn, type GeneratorForm } from './generator-form.ts';
import { RatioShape, ratiosByShape } from './ratio-shape.tsx';
import styles from './shape-field.module.css';

const posterShapes = ratiosByShape.filter(({ key }) => posterRatios.some((known) => known === key));

/**
 * The picture's shape, as far as what it is made for leaves a choice. A press on one closes the panel; the arrow keys
 * go on.
 */
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
            <div className={styles.panel}>
              <ChoiceGroup legend="Shape" layout="shapes">
                {(mode === 'poster' ? posterShapes : ratiosByShape).map((ratio) => (
                  <Choice
                    key={ratio.key}
                    {...form.register('aspect_ratio')}
                    value={ratio.key}
                    label={ratio.label}
                    onClick={(event) => event.detail > 0 && close()}
                  >
                    <RatioShape width={ratio.width} height={ratio.height} />
                    {`${ratio.width}:${ratio.height}`}
                  </Choice>
                ))}
              </ChoiceGroup>
            </div>
          )}
        </Popover>
      )}
    </div>
  );
}
