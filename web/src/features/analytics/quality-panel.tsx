import { lazy } from 'react';
import { formatNumber } from '../../lib/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Quality } from './analytics-queries.ts';
import { ChartFrame, NoData, Waiting } from './chart-frame.tsx';
import { sharesOf, type Share } from './shares.ts';

const BAR_PX = 44;

const QualityChart = lazy(() => import('./quality-chart.tsx'));

/** `quality` is undefined while it loads. spec: public-and-commerce §2.10; spec: rulings "Analytics". */
export function QualityPanel({ quality }: { quality: Quality | undefined }) {
  const shares = quality && sharesOf(quality);
  return (
    <Panel title="Quality Distribution" note="Of all images that you made, by their resolution">
      {!shares && <Waiting heightPx={BAR_PX} />}
      {shares?.length === 0 && <NoData heightPx={BAR_PX}>No data available yet</NoData>}
      {shares && shares.length > 0 && (
        <ChartFrame
          heightPx={shares.length * BAR_PX}
          chart={<QualityChart shares={shares} />}
          table={<SharesTable shares={shares} />}
        />
      )}
    </Panel>
  );
}

const SharesTable = ({ shares }: { shares: readonly Share[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Resolution</th>
        <th scope="col">Images</th>
        <th scope="col">Share</th>
      </tr>
    </thead>
    <tbody>
      {shares.map(({ resolution, images, percent }) => (
        <tr key={resolution}>
          <th scope="row">{resolution}</th>
          <td>{formatNumber(images)}</td>
          <td>{`${formatNumber(percent)} %`}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
