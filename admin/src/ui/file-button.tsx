import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { saveFile } from './save-file.ts';

interface Props {
  /** What kind of file it is. */
  label: string;
  /** Where the server does not name it. */
  fileName: string;
  fetchFile: () => Promise<{ blob: Blob; fileName: string | null | undefined }>;
}

/** Saves what a call answers with. */
export function FileButton({ label, fileName: fallback, fetchFile }: Props) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const { blob, fileName } = await fetchFile();
      saveFile(blob, fileName ?? fallback);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="small"
      startIcon={<FileDownload />}
      loading={busy}
      aria-label={`Download as ${label}`}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
