import { ImagePlus, Images, PaintbrushVertical, Scaling } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useProviders } from '../providers/providers-query.ts';
import type { EditKind } from './edit-props.ts';
import { editsOffered } from './variant-offer.ts';

interface EditButtonsProps {
  onEdit: (kind: EditKind) => void;
  onReference: () => void;
}

/** Buttons for the edits that at least one provider supports. */
export function EditButtons({ onEdit, onReference }: EditButtonsProps) {
  const { references, edits } = editsOffered(useProviders());
  return (
    <>
      {references && (
        <Button onClick={() => onEdit('similar')}>
          <Images size={20} aria-hidden="true" />
          More like this
        </Button>
      )}
      {edits && (
        <>
          <Button onClick={() => onEdit('replace')}>
            <PaintbrushVertical size={20} aria-hidden="true" />
            Replace a part…
          </Button>
          <Button onClick={() => onEdit('extend')}>
            <Scaling size={20} aria-hidden="true" />
            Extend…
          </Button>
        </>
      )}
      {references && (
        <Button onClick={onReference}>
          <ImagePlus size={20} aria-hidden="true" />
          Use as a reference
        </Button>
      )}
    </>
  );
}
