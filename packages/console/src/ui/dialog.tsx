import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  actions?: ReactNode;
  isWide?: boolean;
}

/** The browser's own modal dialog: focus stays inside, Escape closes, the page behind is inert; no style is injected. */
export function Dialog({ title, onClose, children, actions, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // Before the browser sees it: a second Escape would close the dialog without asking anybody.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`m-auto max-h-[90dvh] w-[calc(100%-2rem)] overflow-y-auto rounded-2xl border border-line bg-surface p-0 text-ink shadow-panel ${isWide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      <div className="p-5 sm:p-6">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <div className="mt-3 text-soft">{children}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          {actions ?? <Button onClick={onClose}>Close</Button>}
        </div>
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirm: string;
  kind?: 'primary' | 'danger';
  isBusy: boolean;
  onConfirm(): void;
  onClose(): void;
}

export function ConfirmDialog({
  title,
  children,
  confirm,
  kind = 'primary',
  isBusy,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} autoFocus>
            Keep as it is
          </Button>
          <Button kind={kind} isBusy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
