import type { Generation } from '@easel/contracts/generation/http';
import { FileArchive, CopyPlus, Download, Ellipsis, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { EditKind } from '../features/edits/edit-props.ts';
import { LateDeleteDialog } from '../features/gallery/late-delete-dialog.tsx';
import { useZip } from '../features/gallery/zip.ts';
import type { ImageToolsProps } from '../features/generation/result-deeds.ts';
import { forgetGeneration } from '../features/generation/jobs.ts';
import { askedAs } from '../features/images/image-details.ts';
import { useImageDeals } from '../features/images/image-deals.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './result-tools.module.css';

const VariantDialog = lazy(() =>
  import('../features/gallery/variant-dialog.tsx').then((module) => ({ default: module.VariantDialog })),
);
const EditDialog = lazy(() =>
  import('../features/edits/edit-dialog.tsx').then((module) => ({ default: module.EditDialog })),
);
const ResultMenu = lazy(() => import('./result-menu.tsx'));

/** What can be done with one image of the studio: what makes another of it stands first. */
export function ImageTools({ generation, variantIndex, onReuse, onUseSeed, onCompare }: ImageToolsProps) {
  const { openDownload } = useImageDeals();
  const [asking, setAsking] = useState<'variant' | 'delete' | EditKind | null>(null);
  const edit = asking === 'variant' || asking === 'delete' ? null : asking;
  const variant = generation.variants[variantIndex];
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
        {(close) => (
          <Suspense>
            <ResultMenu
              generation={generation}
              variantIndex={variantIndex}
              onUseSeed={onUseSeed}
              onCompare={onCompare}
              onEdit={setAsking}
              onDelete={() => setAsking('delete')}
              close={close}
            />
          </Suspense>
        )}
      </Popover>
      <Suspense fallback={null}>
        {edit && variant && (
          <EditDialog
            kind={edit}
            generation={askedAs(generation, variantIndex)}
            variant={variant}
            onClose={stopAsking}
          />
        )}
        {asking === 'variant' && <VariantDialog generation={askedAs(generation, variantIndex)} onClose={stopAsking} />}
      </Suspense>
      {asking === 'delete' && (
        <LateDeleteDialog
          generations={[generation]}
          onDeleted={() => {
            stopAsking();
            forgetGeneration(generation.id);
          }}
          onClose={stopAsking}
        />
      )}
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
