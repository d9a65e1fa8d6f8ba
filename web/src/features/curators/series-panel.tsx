import { arrangingSeries } from '@easel/contracts/curators/bodies.http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { SERIES_MAX, SERIES_TITLE_MAX } from '@easel/contracts/curators/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import type { OwnSection } from './curator-queries.ts';
import styles from './curators.module.css';
import { OwnSeries } from './own-series.tsx';
import { Sortable } from './sortable.tsx';

/** The series of the section in display order. */
export function SeriesPanel({ own: { series, pictures } }: { own: OwnSection }) {
  const order = useCommand(curatorsHttp.orderSeries, { inOrderWith: 'curator section' });
  // Local order until the server has stored it.
  const [moved, setMoved] = useState<string[] | null>(null);
  const byId = new Map(series.map((one) => [one.id, one]));
  const ids = (moved ?? series.map(({ id }) => id)).filter((id) => byId.has(id));
  const move = (seriesIds: string[]) => {
    setMoved(seriesIds);
    order.mutate(
      { body: { seriesIds } },
      {
        onError: (error) => toast.error(messageOf(error, 'The order could not be saved')),
        onSettled: () => setMoved(null),
      },
    );
  };
  return (
    <Panel title="Series" note="Your pictures in groups, in the order in which everyone sees them">
      {series.length === 0 && (
        <p className={styles.quiet}>There are no series yet. Add one, then add pictures to it.</p>
      )}
      <Sortable label="Series" layout="list" ids={ids} nameOf={(id) => byId.get(id)?.title ?? ''} onOrder={move}>
        {(id, handle) => {
          const one = byId.get(id);
          return one && <OwnSeries series={one} pictures={pictures} handle={handle} />;
        }}
      </Sortable>
      {series.length < SERIES_MAX && <NewSeries />}
    </Panel>
  );
}

function NewSeries() {
  const arrange = useCommand(curatorsHttp.arrangeSeries, { inOrderWith: 'curator section' });
  const [made, setMade] = useState(0);
  const form = useTextForm({
    fields: ['title'],
    schema: arrangingSeries,
    bodyOf: ({ title }) => ({ title, generationIds: [] }),
    send: async ({ title }) => {
      await arrange.mutateAsync({ params: { id: crypto.randomUUID() }, body: { title, generationIds: [] } });
      setMade((count) => count + 1);
    },
    onFailure(error, complained) {
      if (complained.length === 0) toast.error(messageOf(error, 'The series could not be added'));
    },
  });
  return (
    <form {...form.props} className={styles.newSeries}>
      <TextField
        key={made}
        {...form.field('title')}
        label="Title of a new series"
        maxLength={SERIES_TITLE_MAX}
        autoComplete="off"
      />
      <Button type="submit" busy={form.busy}>
        Add series
      </Button>
    </form>
  );
}
