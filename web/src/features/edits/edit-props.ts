import type { Generation } from '@easel/contracts/generation/http';

/** Of a dialog that makes another image of one. */
export interface EditProps {
  /** As the image was asked for. */
  generation: Generation;
  variant: Generation['variants'][number];
  /** Called once it is ordered. */
  onOrdered?: (() => void) | undefined;
  onClose: () => void;
}

export type EditKind = 'similar' | 'replace' | 'extend';
