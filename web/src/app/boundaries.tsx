import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Metadata } from '../ui/metadata.tsx';
import styles from './boundaries.module.css';

/** Before the first page's code has come. */
export const Boot = () => <div className={styles.boot} aria-busy="true" />;

/** Keeps what breaks below it from taking the rest of the page along. Give it a key that changes with the place. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? this.props.children : <Crash error={this.state.error} />;
  }
}

/** A page that broke, or whose code could not be fetched. */
function Crash({ error }: { error: unknown }) {
  const unfetched = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <div className={styles.crash} role="alert">
      <Metadata title="Something went wrong" />
      <h1 tabIndex={-1}>Something went wrong</h1>
      <p>
        {unfetched
          ? 'This page could not be fetched. Check your connection, or reload to get the newest version.'
          : 'This page broke. Reloading usually mends it; nothing you made is lost.'}
      </p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
