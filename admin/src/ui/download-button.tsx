import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { httpFile } from '../lib/http.ts';
import { saveFile } from './save-file.ts';

interface Props {
  label: string;
  url: string;
  /** Where the server does not name it. */
  fileName: string;
}

/** Saves what an address answers with. The token stands in a header, so the browser cannot fetch it by itself. */
export function DownloadButton({ label, url, fileName: fallback }: Props) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const { blob, fileName } = await httpFile(url);
      saveFile(blob, fileName ?? fallback);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="small" startIcon={<FileDownload />} loading={busy} onClick={() => void save()}>
      {label}
    </Button>
  );
}
