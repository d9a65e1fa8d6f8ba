import { challenges } from '@easel/contracts/competitions/names';
import { ENTRY_MIN_LONG_SIDE_PX } from '@easel/contracts/competitions/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { eligibilityQuery } from './challenges.ts';
import { enterPath } from './enter-path.ts';

interface EnterLinkProps {
  generation: Generation;
  variantIndex: number;
  /** Renders the link from its address and content. */
  children: (to: string, content: ReactNode) => ReactNode;
}

/** Links to entering an own picture. Empty unless the image can be entered in an open challenge. */
export function EnterLink({ generation, variantIndex, children }: EnterLinkProps) {
  const image = generation.variants[variantIndex];
  // Saves a request for pictures that are too small.
  const isLarge = image !== undefined && Math.max(image.width, image.height) >= ENTRY_MIN_LONG_SIDE_PX;
  const { data } = useQuery({ ...eligibilityQuery(generation.id), enabled: isLarge });
  const found = data?.challenges.find(({ variants }) =>
    variants.some(({ variant_id: id, refusals }) => id === image?.id && refusals.length === 0),
  );
  if (!found) return null;
  return children(
    enterPath(challenges[found.kind].path, generation.id),
    <>
      <Trophy size={20} aria-hidden="true" />
      Enter the challenge
    </>,
  );
}
