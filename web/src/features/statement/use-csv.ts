import { brand } from '@easel/contracts/brand';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { queryOf, type StatementFilter } from './statement-filter.ts';

/**
 * Saves what the filters leave as a file for spreadsheets: as people read it, or every entry for who keeps the books.
 */
export const useCsv = (lines: 'picture' | 'entry') =>
  useMutation({
    mutationFn: async (filter: StatementFilter) => {
      const file = await download(ledgerHttp.statement, { query: { ...queryOf(filter), format: 'csv', lines } });
      saveFile(file.blob, file.fileName ?? `${brand.slug}-statement.csv`);
    },
    onError: (error) => toast.error(messageOf(error, 'Download failed')),
  });
