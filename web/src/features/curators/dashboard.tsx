import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { figuresQuery, type OwnSection } from './curator-queries.ts';
import styles from './curators.module.css';
import { FiguresPanel, PicturesPanel } from './figures-panel.tsx';
import { PricesPanel } from './prices-panel.tsx';
import { SectionPanel } from './section-panel.tsx';
import { SeriesPanel } from './series-panel.tsx';

/** Figures and settings of a curator. */
export default function Dashboard({ own }: { own: OwnSection }) {
  const { data: figures, error, fetchStatus, refetch } = useQuery(figuresQuery);
  const isFailed = !figures && (error || fetchStatus === 'paused');
  return (
    <div className={styles.panels}>
      {figures && <FiguresPanel figures={figures} period={own.period} />}
      {isFailed && <FailedState title="Failed to load your figures" error={error} onRetry={() => void refetch()} />}
      {!figures && !isFailed && <Skeleton style={{ height: 480 }} />}
      <div className={styles.pair}>
        <SectionPanel own={own} />
        <PricesPanel prices={own.prices} />
      </div>
      <SeriesPanel own={own} />
      {figures && <PicturesPanel figures={figures} />}
    </div>
  );
}
