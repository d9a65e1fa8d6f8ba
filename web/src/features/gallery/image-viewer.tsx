import type { Generation } from '@easel/contracts/generation/http';
import {
  Bookmark,
  BookmarkCheck,
  CopyPlus,
  Download,
  FolderPlus,
  Globe,
  GlobeLock,
  Printer,
  Settings2,
  Share2,
  Trash2,
} from 'lucide-react';
import { isBuiltIn } from '@easel/contracts/generation/policy';
import { SAVED_CATEGORY } from '@easel/contracts/gallery/policy';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { EnterLink } from '../competitions/enter-link.tsx';
import { useCollecting } from '../images/collecting.ts';
import { useImageDeals } from '../images/image-deals.ts';
import { detailsOf } from '../images/details-of.ts';
import { askedAs } from '../images/image-details.ts';
import { printPath } from '../images/print-path.ts';
import { referenceOf } from '../images/reference.ts';
import { generationIdOf, slideKey, slidesOf } from '../images/slides.ts';
import { useBringReference } from '../images/use-bring-reference.ts';
import { madeBy, useProviders } from '../providers/providers-query.ts';
import { usePublish, useSave, useShare } from './actions.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditButtons } from '../edits/edit-buttons.tsx';
import { EditDialog } from '../edits/edit-dialog.tsx';
import type { EditKind } from '../edits/edit-props.ts';
import styles from './image-viewer.module.css';
import { ownImageQuery } from './own-images.ts';
import { ShareChoice } from './share-choice.tsx';
import { VariantDialog } from './variant-dialog.tsx';

const UnderstoodRows = lazy(() => import('./understood-rows.tsx'));

interface ImageViewerProps {
  /** Their images are leafed through in this order. */
  generations: readonly Generation[];
  /** The image that is shown (`slideKey`); one of a generation that is not among these is shown by itself. */
  shown: string;
  onShow: (key: string) => void;
  onClose: () => void;
  onDeleted: (id: string) => void;
}

/** One's own images large, one at a time, with what they were made from. Arrow keys leaf. */
export function ImageViewer({ generations, shown, onShow, onClose, onDeleted }: ImageViewerProps) {
  const id = generationIdOf(shown);
  const listed = generations.find((generation) => generation.id === id);
  // A list may be older than what was done here.
  const { data: fresh, isError, isSuccess } = useQuery(ownImageQuery(id, listed));
  const current = fresh?.generation ?? listed;
  const slides = slidesOf(
    listed && current ? generations.map((one) => (one === listed ? current : one)) : current ? [current] : [],
  );
  const providers = useProviders();
  const bringReference = useBringReference();
  const [asking, setAsking] = useState<'delete' | 'variant' | 'share' | EditKind | null>(null);
  /** A generation that another image was ordered for, and how many it had then. */
  const [ordered, setOrdered] = useState<{ id: string; images: number } | null>(null);
  const { openDownload } = useImageDeals();

  const index = slides.findIndex(({ key }) => key === shown);
  const slide = slides[index];
  const isNowhere = slide === undefined && (isError || isSuccess);
  useEffect(() => {
    if (!isNowhere) return;
    toast.error('No image available to view');
    onClose();
  }, [isNowhere, onClose]);
  if (!slide) return null;
  const { generation, variant, variantIndex } = slide;
  const asked = askedAs(generation, variantIndex);
  const edit = asking === 'variant' || asking === 'delete' || asking === 'share' ? null : asking;
  const isThere = ordered?.id === generation.id && generation.variants.length > ordered.images;

  const move = (by: 1 | -1) => {
    const next = slides[index + by];
    if (next) onShow(next.key);
  };
  const noteOrdered = () => setOrdered({ id: generation.id, images: generation.variants.length });
  const showNew = () => {
    setOrdered(null);
    onShow(slideKey(generation.id, generation.variants.length - 1));
  };

  return (
    <Lightbox
      picture={variant}
      alt={asked.original_prompt}
      index={index}
      count={slides.length}
      onMove={move}
      onClose={onClose}
      above={
        <>
          {asking === 'delete' && (
            <DeleteDialog
              generations={[generation]}
              onDeleted={() => onDeleted(generation.id)}
              onClose={() => setAsking(null)}
            />
          )}
          {asking === 'variant' && (
            <VariantDialog generation={asked} onOrdered={noteOrdered} onClose={() => setAsking(null)} />
          )}
          {edit && (
            <EditDialog
              kind={edit}
              generation={asked}
              variant={variant}
              onOrdered={noteOrdered}
              onClose={() => setAsking(null)}
            />
          )}
          {asking === 'share' && <ShareChoice generation={generation} onClose={() => setAsking(null)} />}
        </>
      }
    >
      <div role="status" className={styles.news}>
        {isThere && (
          <Notice kind="success" action={<Button onClick={showNew}>Show it</Button>}>
            The new variant is ready.
          </Notice>
        )}
      </div>
      <div className={styles.actions}>
        <Button look="primary" onClick={() => openDownload({ generation, variantIndex })}>
          <Download size={20} aria-hidden="true" />
          Download
        </Button>
        <Button onClick={() => setAsking('variant')}>
          <CopyPlus size={20} aria-hidden="true" />
          Create variant
        </Button>
        <EditButtons
          onEdit={setAsking}
          onReference={() => {
            // Above the studio, it is there already.
            if (!bringReference(referenceOf(asked, variantIndex))) onClose();
          }}
        />
        <ButtonLink to={`/generator?from=${generation.id}`} state={{ generation: asked }}>
          <Settings2 size={20} aria-hidden="true" />
          Use these settings
        </ButtonLink>
        <ButtonLink to={printPath(generation.id, variant.id)}>
          <Printer size={20} aria-hidden="true" />
          Order a print
        </ButtonLink>
        <EnterLink generation={generation} variantIndex={variantIndex}>
          {(to, content) => <ButtonLink to={to}>{content}</ButtonLink>}
        </EnterLink>
        <OwnerActions generation={generation} onShare={() => setAsking('share')} onDelete={() => setAsking('delete')} />
      </div>
      <p className={styles.prompt}>{asked.original_prompt}</p>
      <dl className={styles.details}>
        <div>
          <dt>Created</dt>
          <dd>
            <Time iso={generation.created_at} />
          </dd>
        </div>
        {isBuiltIn(asked.metadata.provider) && (
          <Suspense fallback={null}>
            <UnderstoodRows generation={asked} />
          </Suspense>
        )}
        {detailsOf(generation, variantIndex, madeBy(providers, asked.metadata.provider)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Lightbox>
  );
}

interface OwnerActionsProps {
  generation: Generation;
  /** A private one is to be shared. */
  onShare: () => void;
  onDelete: () => void;
}

/** What its owner does with a picture beside looking at it. */
function OwnerActions({ generation, onShare, onDelete }: OwnerActionsProps) {
  const save = useSave();
  const share = useShare();
  const publish = usePublish();
  const { Heart } = useImageDeals();
  const { openCollect } = useCollecting();
  const isSaved = generation.categories.includes(SAVED_CATEGORY);
  const SaveIcon = isSaved ? BookmarkCheck : Bookmark;
  return (
    <div className={styles.icons} role="group" aria-label="More">
      <Heart generation={generation} look="icon" />
      <IconButton label={isSaved ? 'Saved' : 'Save to gallery'} disabled={isSaved} onClick={() => save(generation)}>
        <SaveIcon size={20} />
      </IconButton>
      <IconButton label="Add to a collection" onClick={() => openCollect([generation])}>
        <FolderPlus size={20} />
      </IconButton>
      {generation.isPublic ? (
        <IconButton
          label="Make private"
          disabled={publish.isPending}
          onClick={() => publish.mutate({ generations: [generation], isPublic: false })}
        >
          <GlobeLock size={20} />
        </IconButton>
      ) : (
        <IconButton
          label="Make public"
          disabled={publish.isPending}
          onClick={() => publish.mutate({ generations: [generation], isPublic: true })}
        >
          <Globe size={20} />
        </IconButton>
      )}
      <IconButton label="Share" onClick={() => (generation.isPublic ? share(generation) : onShare())}>
        <Share2 size={20} />
      </IconButton>
      <IconButton label="Delete" onClick={onDelete}>
        <Trash2 size={20} />
      </IconButton>
    </div>
  );
}
