import type { Generation } from '@easel/contracts/generation/http';
import {
  FileArchive,
  CopyPlus,
  Dices,
  Download,
  Ellipsis,
  FolderPlus,
  Globe,
  GlobeLock,
  Printer,
  Scale,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { usePublish, useZip } from '../features/gallery/actions.ts';
import type { ImageToolsProps } from '../features/generation/result-deeds.ts';
import { forgetGeneration } from '../features/generation/jobs.ts';
import { useCollecting } from '../features/images/collecting.ts';
import { askedAs, seedOf } from '../features/images/image-details.ts';
import { useImageDeals } from '../features/images/image-deals.ts';
import { printPath } from '../features/images/print-path.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import items from '../ui/popover.module.css';
import { Popover } from '../ui/popover.tsx';
import styles from './result-tools.module.css';

const VariantDialog = lazy(() =>
  import('../features/gallery/variant-dialog.tsx').then((module) => ({ default: module.VariantDialog })),
);
const DeleteDialog = lazy(() =>
  import('../features/gallery/delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })),
);

/** What can be done with one image of the studio: what makes another of it stands first. */
export function ImageTools({ generation, variantIndex, onReuse, onUseSeed, onCompare }: ImageToolsProps) {
  const { openDownload } = useImageDeals();
  const { openCollect } = useCollecting();
  const publish = usePublish();
  const [asking, setAsking] = useState<'variant' | 'delete' | null>(null);
  const seed = seedOf(generation, variantIndex);
  const PublishIcon = generation.isPublic ? GlobeLock : Globe;
  const stopAsking = () => setAsking(null);
  return (
    <div className={styles.tools} role="group" aria-label="What to do with it">
      <IconButton label="Download" onClick={() => openDownload({ generation, variantIndex })}>
        <Download size={20} />
      </IconButton>
      <IconButton label="Create variant" onClick={() => setAsking('variant')}>
        <CopyPlus size={20} />
      </IconButton>
      <IconButton label="Use these settings" onClick={onReuse}>
        <SlidersHorizontal size={20} />
      </IconButton>
      <Popover label="More" icon={<Ellipsis size={20} />}>
        {(close) => {
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
              <button type="button" className={items.item} onClick={choose(() => setAsking('delete'))}>
                <Trash2 size={20} aria-hidden="true" />
                Delete
              </button>
            </>
          );
        }}
      </Popover>
      <Suspense fallback={null}>
        {asking === 'variant' && <VariantDialog generation={askedAs(generation, variantIndex)} onClose={stopAsking} />}
        {asking === 'delete' && (
          <DeleteDialog
            generations={[generation]}
            onDeleted={() => {
              stopAsking();
              forgetGeneration(generation.id);
            }}
            onClose={stopAsking}
          />
        )}
      </Suspense>
    </div>
  );
}

/** With all that was asked for at once: their originals as one archive. */
export function SheetTools({ generations }: { generations: readonly Generation[] }) {
  const zip = useZip();
  return (
    <Button busy={zip.isPending} onClick={() => zip.mutate(generations)}>
      <FileArchive size={16} aria-hidden="true" />
      Download all
    </Button>
  );
}
