import { curatorsHttp, type MonthFigures } from '@easel/contracts/curators/http';
import { CURATOR_SHARE_PERCENT, FEE_PER_THOUSAND } from '@easel/contracts/earnings/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { useMutation } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { download } from '../../lib/api.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { formatNumber } from '../../lib/figures.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Figure, Figures as FigureRow } from '../../ui/figures.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { ChartFrame } from '../analytics/chart-frame.tsx';
import { breakEvenText, planDollars } from './break-even.ts';
import type { Figures } from './curator-queries.ts';
import styles from './curators.module.css';
import { monthText } from './months.ts';

const HEIGHT_PX = 220;
/** Maximum number of pictures, those with the highest share. */
const PICTURES = 20;

const FiguresChart = lazy(() => import('./figures-chart.tsx'));

interface FiguresPanelProps {
  figures: Figures;
  /** Billing period of the plan in force; null for appointed curators. */
  period: BillingPeriod | null;
}

/** The curator's figures by month. */
export function FiguresPanel({ figures: { months }, period }: FiguresPanelProps) {
  const now = months.at(-1);
  const share = (now?.share ?? 0) - (now?.reversed ?? 0);
  return (
    <Panel
      title="Figures"
      note="By month in UTC. A view is a picture opened for a second or longer, counted once per visitor and day. Your own views and bots are not counted."
    >
      <FigureRow busy={false} paired>
        <Figure name="Views this month" value={formatNumber(now?.views ?? 0)} />
        <Figure name="Sales this month" value={formatNumber(now?.sales ?? 0)} />
        <Figure
          name="Net this month"
          value={formatDollars(now?.net ?? 0)}
          note={`What buyers paid, less the payment fee of ${FEE_PER_THOUSAND / 10}%`}
        />
        <Figure
          name="Your share this month"
          value={formatDollars(share)}
          note={`${CURATOR_SHARE_PERCENT}% of net, less what was taken back`}
        />
      </FigureRow>
      {period && (
        <div className={styles.breakEven}>
          <p>{breakEvenText(share, period)}</p>
          <Meter
            label="Your share of what the plan costs"
            value={share}
            max={planDollars(period)}
            text={breakEvenText(share, period)}
          />
        </div>
      )}
      <ChartFrame
        heightPx={HEIGHT_PX}
        chart={<FiguresChart months={months} />}
        table={<MonthsTable months={months} />}
      />
      <Statements months={months} />
    </Panel>
  );
}

const columns = ['gross', 'fee', 'net', 'share', 'reversed'] as const;

/** The newest first. */
function MonthsTable({ months }: { months: readonly MonthFigures[] }) {
  return (
    // The table scrolls on a phone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.wide} tabIndex={0} role="region" aria-label="Figures by month">
      <table>
        <thead>
          <tr>
            {['Month', 'Views', 'Sales', 'Gross', 'Fee', 'Net', 'Share', 'Taken back'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((one) => (
            <tr key={one.month}>
              <th scope="row">{monthText(one.month)}</th>
              <td>{formatNumber(one.views)}</td>
              <td>{formatNumber(one.sales)}</td>
              {columns.map((name) => (
                <td key={name}>{formatDollars(one[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Downloads the statement of a month. */
function Statements({ months }: { months: readonly MonthFigures[] }) {
  const [month, setMonth] = useState(months.at(-1)?.month ?? '');
  const save = useMutation({
    mutationFn: async () => {
      const name = `${month}.pdf`;
      const file = await download(curatorsHttp.statement, { params: { name } });
      saveFile(file.blob, file.fileName ?? `curator-statement-${name}`);
    },
    onError: (error) => toast.error(messageOf(error, 'The statement could not be downloaded')),
  });
  return (
    <div className={styles.statements}>
      <SelectField
        label="Statement of"
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        options={months.toReversed().map((one) => ({ value: one.month, label: monthText(one.month) }))}
      />
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        Download statement (PDF)
      </Button>
    </div>
  );
}

/** Figures of each picture in these months, the highest share first. */
export function PicturesPanel({ figures: { pictures, titles } }: { figures: Figures }) {
  const most = pictures.slice(0, PICTURES);
  return (
    <Panel title="By picture" note="The pictures with the highest share in the last twelve months">
      {most.length === 0 && <p className={styles.quiet}>No picture has been viewed or sold yet.</p>}
      {most.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.wide} tabIndex={0} role="region" aria-label="Figures by picture">
          <table>
            <thead>
              <tr>
                <th scope="col">Picture</th>
                <th scope="col">Views</th>
                <th scope="col">Sales</th>
                <th scope="col">Net</th>
                <th scope="col">Share</th>
              </tr>
            </thead>
            <tbody>
              {most.map(({ generation_id: id, views, sales, net, share, reversed }) => (
                <tr key={id}>
                  <th scope="row" className={styles.pictureName}>
                    <PageLink to={`/image/${id}`}>{titles[id] ?? 'A picture that is gone'}</PageLink>
                  </th>
                  <td>{formatNumber(views)}</td>
                  <td>{formatNumber(sales)}</td>
                  <td>{formatDollars(net)}</td>
                  <td>{formatDollars(share - reversed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
