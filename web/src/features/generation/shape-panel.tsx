import { posterRatios, type AspectRatio } from '@easel/contracts/generation/policy';
import { useId } from 'react';
import { useValues } from '../../lib/live-form.ts';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import type { StudioFieldProps } from './chosen.ts';
import { RatioShape } from './ratio-shape.tsx';
import { ratiosByShape } from './ratios-by-shape.ts';
import styles from './shape-field.module.css';

const posterShapes = ratiosByShape.filter(({ key }) => posterRatios.some((known) => known === key));

interface ShapePanelProps extends StudioFieldProps {
  close: () => void;
}

/** Lets the member choose a shape. Clicking one closes the panel; the arrow keys keep it open. */
export default function ShapePanel({ form, chosen: { providers, asked }, close }: ShapePanelProps) {
  const { mode, aspect_ratio: chosen } = useValues(form, ['mode', 'aspect_ratio']);
  const whyNot = (aspectRatio: AspectRatio) =>
    providers.offers?.whyImpossible(providers, { ...asked, aspectRatio, isTshirtDesign: false, references: 0 });
  const noteId = useId();
  const shapes = mode === 'poster' ? posterShapes : ratiosByShape;
  const missing = shapes.map(({ key }) => whyNot(key)).find((why) => why !== undefined);
  return (
    <div className={styles.panel}>
      <ChoiceGroup legend="Shape" layout="shapes">
        {shapes.map((ratio) => (
          <Choice
            key={ratio.key}
            {...form.register('aspect_ratio')}
            value={ratio.key}
            label={ratio.label}
            // Never disable the chosen shape: the form would lose the value of a disabled field.
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
  );
}
