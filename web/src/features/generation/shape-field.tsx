import { aspectRatios, posterRatios, type AspectRatio } from '@easel/contracts/generation/policy';
import { useId } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useChosen } from './chosen.ts';
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
  const { providers, asked } = useChosen(form);
  const whyNot = (aspectRatio: AspectRatio) =>
    providers.offers?.whyImpossible(providers, { ...asked, aspectRatio, isTshirtDesign: false, references: 0 });
  const noteId = useId();
  const shapes = mode === 'poster' ? posterShapes : ratiosByShape;
  const missing = shapes.map(({ key }) => whyNot(key)).find((why) => why !== undefined);
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
                {shapes.map((ratio) => (
                  <Choice
                    key={ratio.key}
                    {...form.register('aspect_ratio')}
                    value={ratio.key}
                    label={ratio.label}
                    // The chosen one stays: the form forgets the value of a disabled field.
                    disabled={ratio.key !== chosen && whyNot(ratio.key) !== undefined}
                    aria-describedby={whyNot(ratio.key) === undefined ? undefined : noteId}
                    onClick={(event) => event.detail > 0 && close()}
                  >
                    <RatioShape width={ratio.width} height={ratio.height} />
                    {`${ratio.width}:${ratio.height}`}
                  </Choice>
                ))}
              </ChoiceGroup>
              {missing !== undefined && (
                <p id={noteId} className={styles.missing}>
                  {`Greyed: ${missing}`}
                </p>
              )}
            </div>
          )}
        </Popover>
      )}
    </div>
  );
}
