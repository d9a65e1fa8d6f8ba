import { brand } from '@easel/contracts/brand';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { queryOf, type StatementFilter } from './statement-filter.ts';

/** Saves every entry that the filters leave as a file for spreadsheets. */
export const useCsv = () =>
  useMutation({
    mutationFn: async (filter: StatementFilter) => {
      const file = await download(ledgerHttp.statement, { query: { ...queryOf(filter), format: 'csv' } });
      saveFile(file.blob, file.fileName ?? `${brand.slug}-statement.csv`);
    },
    onError: (error) => toast.error(messageOf(error, 'Download failed')),
  });
