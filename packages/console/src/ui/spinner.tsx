export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-[40dvh] place-items-center text-muted">
      <span className="flex items-center gap-3 text-sm">
        <span className="pulse size-4 animate-spin rounded-full border-2 border-line-strong border-t-accent" />
        {label}…
      </span>
    </div>
  );
}
