import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { PageLink } from './page-link.tsx';

type Look = 'primary' | 'quiet' | 'danger';

const classesOf = (look: Look, className: string | undefined) =>
  [styles.button, styles[look], className].filter(Boolean).join(' ');

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /**
   * The work it started still runs: it cannot be pressed again, and says so. It keeps the focus, which a disabled
   * button would lose.
   */
  busy?: boolean;
}

export function Button({
  look = 'quiet',
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classesOf(look, className)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}

/** A link to another page that looks like a button. */
export function ButtonLink({ look = 'quiet', className, ...rest }: ComponentProps<typeof PageLink> & { look?: Look }) {
  return <PageLink {...rest} className={classesOf(look, className)} />;
}

/** A link to a file, which the browser saves, that looks like a button. */
export function FileLink({ look = 'quiet', className, children, ...rest }: ComponentProps<'a'> & { look?: Look }) {
  return (
    <a {...rest} download className={classesOf(look, className)}>
      {children}
    </a>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
}

/** A square button whose name is told, not written. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    />
  );
}
