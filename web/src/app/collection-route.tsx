import type { Collection } from '@easel/contracts/collections/http';
import type { Generation } from '@easel/contracts/generation/http';
import { FolderMinus } from 'lucide-react';
import { CollectionPage } from '../features/collections/collection-page.tsx';
import { useTakeOut } from '../features/collections/collections.ts';
import { ImageGrid, ImageGridSkeleton } from '../features/gallery/image-grid.tsx';
import { SelectionBar } from '../features/gallery/selection-bar.tsx';
import { SelectionContext, useNewSelection } from '../features/gallery/selection.ts';
import { IconButton } from '../ui/button.tsx';

const SKELETON = 12;

/** A collection on the cards of the member's gallery, which can be chosen and taken out. */
export default function CollectionRoute() {
  const selection = useNewSelection();
  return (
    <SelectionContext value={selection}>
      <CollectionPage
        grid={(collection, generations) => (
          <>
            <ImageGrid label={`Pictures in ${collection.name}`} generations={generations} selectable />
            <SelectionBar more={(chosen, done) => <TakeOut collection={collection} chosen={chosen} onDone={done} />} />
          </>
        )}
        skeleton={<ImageGridSkeleton count={SKELETON} />}
      />
    </SelectionContext>
  );
}

interface TakeOutProps {
  collection: Collection;
  chosen: readonly Generation[];
  onDone: () => void;
}

function TakeOut({ collection, chosen, onDone }: TakeOutProps) {
  const { takeOut, isPending } = useTakeOut();
  return (
    <IconButton
      label="Take out of this collection"
      disabled={isPending}
      onClick={() => takeOut({ collection, generations: chosen }, onDone)}
    >
      <FolderMinus size={20} />
    </IconButton>
  );
}
