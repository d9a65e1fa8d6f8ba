import { dataExportHttp, dataExportRequest, type DataExport } from '@easel/contracts/data-export/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { memberProblems } from '@easel/contracts/members/problems';
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { dateAndTime, dayWithZone } from '../../lib/dates.ts';
import { counted } from '../../lib/figures.ts';
import { routeQuery, useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button, FileLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './data-export.module.css';
import { FormProblem } from './form-page.tsx';

const LOOK_MS = 1500;
const MEGABYTE = 1_000_000;

const isUnderWay = (found: DataExport | null | undefined): boolean =>
  found?.state === 'waiting' || found?.state === 'packing';

const exportQuery = {
  ...routeQuery(['data-export'], dataExportHttp.own, {}),
  refetchInterval: ({ state }: { state: { data?: { dataExport: DataExport | null } | undefined } }) =>
    isUnderWay(state.data?.dataExport) ? LOOK_MS : false,
};

/** All that is known of the member, as a file: asked for, packed while they do something else, and fetched here. */
export default function OwnDataExport({ username }: { username: string }) {
  const query = useQuery(exportQuery);
  const now = useNow();
  const found = query.data?.dataExport;
  const waits = found && found.state !== 'failed' && now < new Date(found.nextAt);
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.body}>
      {found && <Standing found={found} />}
      <div className={styles.actions}>
        {found?.downloadUrl && <Fetch url={found.downloadUrl} bytes={found.bytes ?? 0} />}
        {!isUnderWay(found) && (
          <Button disabled={query.data === undefined || Boolean(waits)} onClick={() => setAsking(true)}>
            Export my data
          </Button>
        )}
      </div>
      {waits && !isUnderWay(found) && (
        <p className={styles.note}>{`You can ask for another from ${dateAndTime(found.nextAt)}.`}</p>
      )}
      {asking && <PasswordDialog username={username} onClose={() => setAsking(false)} />}
    </div>
  );
}

const byCode = { [memberProblems.passwordWrong.code]: 'password' } as const;

/** Asks for the password, since the file has everything and a session alone may be somebody else's. */
function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const ask = useCommand(dataExportHttp.request);
  const [problem, setProblem] = useState<string>();
  const form = useTextForm({
    fields: ['password'],
    schema: dataExportRequest,
    byCode,
    async send(body) {
      setProblem(undefined);
      await ask.mutateAsync({ body });
      onClose();
    },
    onFailure(error, fields) {
      if (fields.length > 0) return;
      setProblem(messageOf(error, 'Your export could not be started. Please try again.'));
    },
  });
  return (
    <Dialog label="Export your data?" onClose={onClose} className={styles.dialog}>
      <form {...form.props} className={styles.form}>
        <h2>Export your data?</h2>
        <p>The file has everything that we know of you. You get a mail when it is packed.</p>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" required />
        <div role="alert">
          <FormProblem message={problem} />
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Export
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Standing({ found: { state, pictures, expiresAt } }: { found: DataExport }): ReactNode {
  switch (state) {
    case 'waiting':
    case 'packing': {
      const text = pictures
        ? `Packing: ${pictures.packed} of ${counted(pictures.all, 'picture')}`
        : 'Packing: gathering what we know of you';
      return (
        <div className={styles.packing}>
          <p role="status">{text}</p>
          <Meter label="Packed" value={pictures?.packed ?? 0} max={Math.max(1, pictures?.all ?? 1)} text={text} />
        </div>
      );
    }
    case 'ready':
      return (
        <Notice kind="success">{`Your data is packed. The file is deleted on ${dayWithZone(expiresAt ?? '')}.`}</Notice>
      );
    case 'failed':
      return <Notice kind="problem">Your data could not be packed. Please try again.</Notice>;
    case 'expired':
      return <Notice kind="info">The file of your last export was deleted. You can ask for another.</Notice>;
  }
}

const Fetch = ({ url, bytes }: { url: string; bytes: number }) => (
  <FileLink look="primary" href={url}>
    <FileDown size={16} aria-hidden="true" />
    {`Download (${megabytes(bytes)})`}
  </FileLink>
);

const megabytes = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? 'less than 0.1 MB' : `${(bytes / MEGABYTE).toFixed(1)} MB`;
