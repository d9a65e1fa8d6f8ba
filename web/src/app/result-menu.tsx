import {
  Dices,
  FolderPlus,
  Globe,
  GlobeLock,
  ImagePlus,
  Images,
  PaintbrushVertical,
  Printer,
  Scale,
  Scaling,
  Trash2,
} from 'lucide-react';
import type { EditKind } from '../features/gallery/edit-props.ts';
import { editsOffered } from '../features/gallery/variant-offer.ts';
import { usePublish } from '../features/gallery/actions.ts';
import type { ImageToolsProps } from '../features/generation/result-deeds.ts';
import { EnterLink } from '../features/competitions/enter-link.tsx';
import { useCollecting } from '../features/images/collecting.ts';
import { referenceOf } from '../features/images/reference.ts';
import { useBringReference } from '../features/images/use-bring-reference.ts';
import { madeBy, useProviders } from '../features/providers/providers-query.ts';
import { askedAs, seedOf } from '../features/images/image-details.ts';
import { printPath } from '../features/images/print-path.ts';
import { PageLink } from '../ui/page-link.tsx';
import items from '../ui/popover.module.css';

interface ResultMenuProps extends Omit<ImageToolsProps, 'onReuse'> {
  onEdit: (kind: EditKind) => void;
  onDelete: () => void;
  close: () => void;
}

/** What else can be done with one image of the studio. */
export default function ResultMenu({
  generation,
  variantIndex,
  onUseSeed,
  onCompare,
  onEdit,
  onDelete,
  close,
}: ResultMenuProps) {
  const { openCollect } = useCollecting();
  const publish = usePublish();
  const bringReference = useBringReference();
  const providers = useProviders();
  const offered = editsOffered(providers);
  const asked = askedAs(generation, variantIndex);
  const hasSeeds = madeBy(providers, asked.metadata.provider)?.seeds ?? true;
  const seed = hasSeeds ? seedOf(generation, variantIndex) : undefined;
  const PublishIcon = generation.isPublic ? GlobeLock : Globe;
  const choose = (run: () => void) => () => {
    close();
    run();
  };
  const ways = [
    ...(offered.references ? [{ name: 'More like this', Icon: Images, run: () => onEdit('similar') }] : []),
    ...(offered.edits
      ? [
          { name: 'Replace a part…', Icon: PaintbrushVertical, run: () => onEdit('replace') },
          { name: 'Extend…', Icon: Scaling, run: () => onEdit('extend') },
        ]
      : []),
    ...(offered.references
      ? [
          {
            name: 'Use as a reference',
            Icon: ImagePlus,
            run: () => bringReference(referenceOf(asked, variantIndex)),
          },
        ]
      : []),
  ];
  return (
    <>
      {ways.map(({ name, Icon, run }) => (
        <button key={name} type="button" className={items.item} onClick={choose(run)}>
          <Icon size={20} aria-hidden="true" />
          {name}
        </button>
      ))}
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
