import { useInfiniteQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FundsSlot } from '../account/funds.ts';
import { Balances } from './balances.tsx';
import { EntryList } from './entry-list.tsx';
import { FilterRow } from './filter-row.tsx';
import { PastBalance } from './past-balance.tsx';
import { addressOf, noFilter, readAddress, type StatementAddress } from './statement-filter.ts';
import styles from './statement-page.module.css';
import { entriesQuery } from './statement-queries.ts';
import { useCsv } from './use-csv.ts';

interface StatementPageProps {
  funds: FundsSlot;
  onOpenImage: (generationId: string) => void;
}

/**
 * What the account holds, held, and every movement of it. The address has the filters and the instant that is looked
 * at.
 */
export function StatementPage({ funds, onOpenImage }: StatementPageProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = readAddress(params);
  const { filter, at } = address;
  const { data } = useInfiniteQuery(entriesQuery(filter));
  const csv = useCsv('picture');
  const books = useCsv('entry');
  const go = (to: Partial<StatementAddress>) => void navigate(addressOf({ ...address, ...to }), { replace: true });

  return (
    <Page
      lead="Every credit and every cent that came or went."
      actions={
        <div className={styles.actions}>
          <Button busy={csv.isPending} onClick={() => csv.mutate(filter)}>
            {!csv.isPending && <FileDown size={16} aria-hidden="true" />}
            Download CSV
          </Button>
          <Button busy={books.isPending} onClick={() => books.mutate(filter)}>
            Full CSV
          </Button>
        </div>
      }
    >
      <Panel title="Balance">
        <Balances balance={data?.pages[0]?.balance} label="Balance now" />
        <div className={styles.tools}>
          <PastBalance at={at} onChange={(instant) => go({ at: instant })} />
          {funds(null)}
        </div>
      </Panel>
      <section aria-labelledby="entries" className={styles.entries}>
        <h2 id="entries">Entries</h2>
        <FilterRow filter={filter} onChange={(to) => go({ filter: to })} />
        <EntryList filter={filter} onClear={() => go({ filter: noFilter })} onOpenImage={onOpenImage} />
      </section>
    </Page>
  );
}
