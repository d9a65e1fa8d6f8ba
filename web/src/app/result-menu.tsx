import { Dices, FolderPlus, Globe, GlobeLock, Printer, Scale, Trash2 } from 'lucide-react';
import { usePublish } from '../features/gallery/actions.ts';
import type { ImageToolsProps } from '../features/generation/result-deeds.ts';
import { EnterLink } from '../features/competitions/enter-link.tsx';
import { useCollecting } from '../features/images/collecting.ts';
import { seedOf } from '../features/images/image-details.ts';
import { printPath } from '../features/images/print-path.ts';
import { PageLink } from '../ui/page-link.tsx';
import items from '../ui/popover.module.css';

interface ResultMenuProps extends Omit<ImageToolsProps, 'onReuse'> {
  onDelete: () => void;
  close: () => void;
}

/** What else can be done with one image of the studio. */
export default function ResultMenu({
  generation,
  variantIndex,
  onUseSeed,
  onCompare,
  onDelete,
  close,
}: ResultMenuProps) {
  const { openCollect } = useCollecting();
  const publish = usePublish();
  const seed = seedOf(generation, variantIndex);
  const PublishIcon = generation.isPublic ? GlobeLock : Globe;
  const choose = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <>
      <button
        type="button"
        className={items.item}
        disabled={publish.isPending}
        onClick={choose(() => publish.mutate({ generations: [generation], isPublic: !generation.isPublic }))}
      >
        <PublishIcon size={20} aria-hidden="true" />
        {generation.isPublic ? 'Make private' : 'Make public'}
      </button>
      {seed !== undefined && (
        <button type="button" className={items.item} onClick={choose(onUseSeed)}>
          <Dices size={20} aria-hidden="true" />
          {`Use seed ${seed}`}
        </button>
      )}
      <button type="button" className={items.item} onClick={choose(onCompare)}>
        <Scale size={20} aria-hidden="true" />
        Compare with another
      </button>
      <button type="button" className={items.item} onClick={choose(() => openCollect([generation]))}>
        <FolderPlus size={20} aria-hidden="true" />
        Add to a collection
      </button>
      <PageLink
        to={printPath(generation.id, generation.variants[variantIndex]?.id)}
        className={items.item}
        onClick={close}
      >
        <Printer size={20} aria-hidden="true" />
        Order a print
      </PageLink>
      <EnterLink generation={generation} variantIndex={variantIndex}>
        {(to, content) => (
          <PageLink to={to} className={items.item} onClick={close}>
            {content}
          </PageLink>
        )}
      </EnterLink>
      <button type="button" className={items.item} onClick={choose(onDelete)}>
        <Trash2 size={20} aria-hidden="true" />
        Delete
      </button>
    </>
  );
}
