import type { Placement, PrintArea } from '@easel/contracts/products/placement';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Crosshair, RotateCw } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RangeField } from '../../ui/range-field.tsx';
import { cutShare, fittedBy, moved, turned, zooms } from './geometry.ts';
import styles from './placement-controls.module.css';

interface PlacementControlsProps {
  area: PrintArea;
  picture: { width: number; height: number };
  placement: Placement;
  onChange: (placement: Placement) => void;
}

/** A press moves by this share of the area. */
const STEP = 0.05;

const ways = [
  { label: 'Move left', Icon: ArrowLeft, by: { x: -STEP, y: 0 } },
  { label: 'Move up', Icon: ArrowUp, by: { x: 0, y: -STEP } },
  { label: 'Move down', Icon: ArrowDown, by: { x: 0, y: STEP } },
  { label: 'Move right', Icon: ArrowRight, by: { x: STEP, y: 0 } },
];

/** Where the picture is on the area: everything that dragging does, and the rest. */
export function PlacementControls({ area, picture, placement, onChange }: PlacementControlsProps) {
  const { fit, scale } = placement;
  const { least, most } = zooms[fit];
  const cut = cutShare(area, picture, placement);
  const cutTurned = cutShare(area, picture, turned(placement));
  return (
    <>
      <ChoiceGroup legend="Fit" layout="row">
        {(['crop', 'border'] as const).map((one) => (
          <Choice
            key={one}
            name="fit"
            value={one}
            checked={one === fit}
            onChange={() => onChange(fittedBy(one, placement))}
          >
            {one === 'crop' ? 'Crop to fill' : 'Whole, with a border'}
          </Choice>
        ))}
      </ChoiceGroup>
      {cut > 0 && (
        <Notice kind="info">
          {fit === 'crop'
            ? `The picture has another shape than the print area: ${percent(cut)} of it is cut off. ${rescue(cut, cutTurned)}`
            : 'The picture has another shape than the print area, so a border is left. Cropping fills all of it.'}
        </Notice>
      )}
      {fit === 'border' && (
        <Background value={placement.background} onChange={(background) => onChange({ ...placement, background })} />
      )}
      <RangeField
        label="Zoom"
        shown={percent(scale)}
        min={least}
        max={most}
        step={0.01}
        value={scale}
        onChange={(event) => onChange({ ...placement, scale: Number(event.target.value) })}
      />
      <div role="group" aria-label="Place the picture" className={styles.tools}>
        {ways.map(({ label, Icon, by }) => (
          <IconButton key={label} label={label} onClick={() => onChange(moved(area, picture, placement, by))}>
            <Icon size={20} />
          </IconButton>
        ))}
        <IconButton label="Centre" onClick={() => onChange({ ...placement, x: 0, y: 0 })}>
          <Crosshair size={20} />
        </IconButton>
        <IconButton label="Turn by 90°" onClick={() => onChange(turned(placement))}>
          <RotateCw size={20} />
        </IconButton>
      </div>
    </>
  );
}

/** Less than this would not be worth a turn. */
const WORTH_TURNING = 0.1;

const rescue = (cut: number, cutTurned: number): string =>
  cut - cutTurned < WORTH_TURNING
    ? 'With a border, all of it shows.'
    : `Turned by 90°, ${cutTurned > 0 ? `only ${percent(cutTurned)} is` : 'nothing is'}; with a border, all of it shows.`;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const named = [
  { value: 'none', label: 'As the product' },
  { value: '#ffffff', label: 'White' },
  { value: '#000000', label: 'Black' },
];
/** What the field of another colour begins with. */
const FIRST_OTHER = '#808080';

/** The colour of what is left beside the picture. */
function Background({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const isOther = named.every((one) => one.value !== value);
  return (
    <div className={styles.background}>
      <ChoiceGroup legend="Background" layout="chips">
        {named.map((one) => (
          <Choice
            key={one.value}
            name="background"
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          >
            {one.label}
          </Choice>
        ))}
        <Choice name="background" value="other" checked={isOther} onChange={() => onChange(FIRST_OTHER)}>
          Other
        </Choice>
      </ChoiceGroup>
      {isOther && (
        <input
          type="color"
          className={styles.colour}
          aria-label="Background colour"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
