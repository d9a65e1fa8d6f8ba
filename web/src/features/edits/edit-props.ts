import type { Generation } from '@easel/contracts/generation/http';

/** Props of a dialog that orders another variant of a picture. */
export interface EditProps {
  /** The generation as its image was requested. */
  generation: Generation;
  variant: Generation['variants'][number];
  /** Called after the order was accepted. */
  onOrdered?: (() => void) | undefined;
  onClose: () => void;
}

export type EditKind = 'similar' | 'replace' | 'extend';
