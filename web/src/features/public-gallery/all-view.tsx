import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useState } from 'react';
import { FailedState } from '../../ui/states.tsx';
import { useViewed } from '../../ui/viewed.ts';
import { slideKey } from '../images/slides.ts';
import { LABEL, Loading, Total, type ViewProps } from './gallery-views.tsx';
import { Nothing } from './nothing.tsx';
import styles from './public-gallery-page.module.css';
import { CardPart, CardParts, Cards } from './public-grid.tsx';
import { PublicGridSkeleton } from './public-grid-skeleton.tsx';
import { chunkQuery, FIRST, fromAfter, type From } from './public-images.ts';
import { LatePublicViewer } from './late-viewer.tsx';

/**
 * Every public picture on one page, however many there are. They are read chunk by chunk, each from where the one
 * before ends, as somebody scrolls to it; chunks far from the viewport are taken out of the page and forgotten, and
 * come back by where they began.
 */
export function AllView({ address, signedIn }: ViewProps) {
  const { filter } = address;
  const [starts, setStarts] = useState<readonly From[]>([FIRST]);
  const { viewed, view, close, closeToHeading } = useViewed();
  /** Of the chunk that was opened: these are leafed through. */
  const [opened, setOpened] = useState<readonly Generation[]>([]);
  const open = useCallback(
    (generations: readonly Generation[], id: string) => {
      setOpened(generations);
      view(slideKey(id, 0));
    },
    [view],
  );
  const first = useQuery(chunkQuery(filter, FIRST));
  const showAfter = useCallback(
    (chunk: number, next: From | undefined) =>
      setStarts((known) =>
        JSON.stringify(known[chunk + 1]) === JSON.stringify(next)
          ? known
          : [...known.slice(0, chunk + 1), ...(next ? [next] : [])],
      ),
    [],
  );

  if (!first.data) {
    if (!first.error && first.fetchStatus !== 'paused') return <Loading />;
    return <FailedToLoad error={first.error} onRetry={() => void first.refetch()} />;
  }
  if (first.data.total === 0) return <Nothing address={address} signedIn={signedIn} />;

  return (
    <div className={styles.list}>
      <Total of={first.data.total} />
      <CardParts endless>
        {starts.map((from, chunk) => (
          <CardPart key={JSON.stringify(from)} isFirst={chunk === 0}>
            {() => (
              <Chunk
                address={address}
                signedIn={signedIn}
                from={from}
                chunk={chunk}
                onKnown={showAfter}
                onOpen={open}
              />
            )}
          </CardPart>
        ))}
      </CardParts>
      {viewed !== null && (
        <LatePublicViewer
          generations={opened}
          shown={viewed}
          onShow={view}
          signedIn={signedIn}
          onClose={close}
          onGone={closeToHeading}
        />
      )}
    </div>
  );
}

interface ChunkProps extends ViewProps {
  from: From;
  /** From 0. */
  chunk: number;
  /** Told where the next chunk begins; undefined where this is the last one. */
  onKnown: (chunk: number, next: From | undefined) => void;
  onOpen: (generations: readonly Generation[], id: string) => void;
}

/** Rendered for itself alone: the page above it is rendered anew with each chunk that is found. */
const Chunk = memo(function Chunk({ address: { filter }, signedIn, from, chunk, onKnown, onOpen }: ChunkProps) {
  const { data, error, fetchStatus, refetch } = useQuery(chunkQuery(filter, from));
  const next = data && fromAfter(filter, data);
  useEffect(() => {
    if (data) onKnown(chunk, fromAfter(filter, data));
    // What is told of it follows from the data alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  if (!data) {
    if (!error && fetchStatus !== 'paused') return <PublicGridSkeleton />;
    return <FailedToLoad error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Cards
      label={chunk > 0 || next ? `${LABEL}, part ${chunk + 1}` : LABEL}
      generations={data.items}
      signedIn={signedIn}
      isFirst={chunk === 0}
      isLast={next === undefined}
      onOpen={(id) => onOpen(data.items, id)}
    />
  );
});

/** spec: public-and-commerce §8. */
const FailedToLoad = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <FailedState title="Failed to load all images" error={error} onRetry={onRetry} />
);
