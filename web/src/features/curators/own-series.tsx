import { arrangingSeries } from '@easel/contracts/curators/bodies.http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { SERIES_PICTURES_MAX, SERIES_TITLE_MAX } from '@easel/contracts/curators/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { Pencil, Plus, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { counted } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { toast } from '../../ui/toast.tsx';
import type { OwnSection } from './curator-queries.ts';
import styles from './curators.module.css';
import { PictureChoice } from './picture-choice.tsx';
import { Sortable } from './sortable.tsx';

type Series = OwnSection['series'][number];

interface OwnSeriesProps {
  series: Series;
  /** Public pictures of the whole section. */
  pictures: readonly Generation[];
  /** Handle to move the series among the others. */
  handle: ReactNode;
}

/** One series, with its pictures to sort, add and remove. */
export function OwnSeries({ series, pictures, handle }: OwnSeriesProps) {
  const { id, title } = series;
  const arrange = useCommand(curatorsHttp.arrangeSeries, { inOrderWith: 'curator section' });
  // Local state until the server has stored it. Pictures that were just added are not in the section yet.
  const [arranged, setArranged] = useState<readonly string[] | null>(null);
  const [added, setAdded] = useState<readonly Generation[]>([]);
  const [open, setOpen] = useState<'add' | 'rename' | 'remove' | null>(null);
  const ids = arranged ?? series.generation_ids;
  const shown = new Map([...pictures, ...added].map((picture) => [picture.id, picture]));
  const hidden = ids.filter((one) => !shown.has(one));
  const close = () => setOpen(null);

  const save = (generationIds: readonly string[]) => {
    setArranged(generationIds);
    arrange.mutate(
      { params: { id }, body: { title, generationIds: [...generationIds] } },
      {
        onError: (error) => toast.error(messageOf(error, 'The series could not be saved')),
        onSettled: () => setArranged(null),
      },
    );
  };
  const toggle = (picture: Generation) => {
    if (ids.includes(picture.id)) return save(ids.filter((one) => one !== picture.id));
    if (ids.length >= SERIES_PICTURES_MAX) {
      return toast.error(`A series holds at most ${SERIES_PICTURES_MAX} pictures`);
    }
    setAdded([...added, picture]);
    shown.set(picture.id, picture);
    save([...ids, picture.id]);
  };

  return (
    <section className={styles.series} aria-label={title}>
      <div className={styles.seriesHead}>
        {handle}
        <div className={styles.seriesTitle}>
          <h3>{title}</h3>
          <p className={styles.quiet}>{counted(ids.length - hidden.length, 'picture')}</p>
        </div>
        <IconButton label={`Rename ${title}`} onClick={() => setOpen('rename')}>
          <Pencil size={18} />
        </IconButton>
        <IconButton label={`Remove ${title}`} onClick={() => setOpen('remove')}>
          <Trash2 size={18} />
        </IconButton>
      </div>
      {open === 'rename' && <Rename series={series} onClose={close} />}
      {hidden.length > 0 && (
        <p className={styles.quiet}>
          {`${counted(hidden.length, 'picture')} of it ${hidden.length === 1 ? 'is' : 'are'} not public now and not shown.`}
        </p>
      )}
      <Sortable
        label={`Pictures of ${title}`}
        layout="rows"
        ids={ids.filter((one) => shown.has(one))}
        nameOf={(one) => shown.get(one)?.original_prompt ?? ''}
        onOrder={(order) => save([...order, ...hidden])}
      >
        {(one, move) => {
          const picture = shown.get(one);
          return picture && <Tile picture={picture} handle={move} onTakeOut={() => toggle(picture)} />;
        }}
      </Sortable>
      <Button className={styles.add} onClick={() => setOpen('add')}>
        <Plus size={18} aria-hidden="true" />
        Add pictures
      </Button>
      {open === 'add' && (
        <PictureChoice
          title={`Pictures of ${title}`}
          verb="Show in this series"
          chosen={new Set(ids)}
          onChoose={toggle}
          onClose={close}
        />
      )}
      {open === 'remove' && <Removal series={series} onClose={close} />}
    </section>
  );
}

function Tile({ picture, handle, onTakeOut }: { picture: Generation; handle: ReactNode; onTakeOut: () => void }) {
  const [image] = picture.variants;
  return (
    <div className={styles.tile}>
      {image && <Thumbnail image={image} alt={picture.original_prompt} />}
      <div className={styles.tileTools}>
        {handle}
        <IconButton label={`Take out: ${picture.original_prompt}`} onClick={onTakeOut}>
          <X size={18} />
        </IconButton>
      </div>
    </div>
  );
}

function Rename({
  series: { id, title, generation_ids: generationIds },
  onClose,
}: {
  series: Series;
  onClose: () => void;
}) {
  const arrange = useCommand(curatorsHttp.arrangeSeries, { inOrderWith: 'curator section' });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form = useTextForm({
    fields: ['title'],
    schema: arrangingSeries,
    bodyOf: (values) => ({ ...values, generationIds: [] }),
    send: async (values) => {
      await arrange.mutateAsync({ params: { id }, body: { title: values.title, generationIds } });
      onClose();
    },
    onFailure(error, complained) {
      if (complained.length === 0) toast.error(messageOf(error, 'The series could not be renamed'));
    },
  });
  return (
    <form {...form.props} className={styles.newSeries}>
      <TextField
        {...form.field('title')}
        label="Title"
        defaultValue={title}
        maxLength={SERIES_TITLE_MAX}
        autoComplete="off"
        ref={field}
      />
      <Button type="submit" busy={form.busy}>
        Rename
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </form>
  );
}

function Removal({ series: { id, title }, onClose }: { series: Series; onClose: () => void }) {
  const remove = useCommand(curatorsHttp.removeSeries, { inOrderWith: 'curator section' });
  return (
    <ConfirmDialog
      title={`Remove ${title}?`}
      action="Remove"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params: { id } },
          {
            onSuccess: onClose,
            onError: (error) => toast.error(messageOf(error, 'The series could not be removed')),
          },
        )
      }
      onClose={onClose}
    >
      <p>Its pictures stay public and in your gallery.</p>
    </ConfirmDialog>
  );
}
