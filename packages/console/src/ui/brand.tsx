export function Brand({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <span className={`flex items-center gap-2.5 font-semibold tracking-tight ${size === 'large' ? 'text-xl' : ''}`}>
      <svg viewBox="0 0 32 32" className={size === 'large' ? 'size-9' : 'size-7'} aria-hidden="true">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path
          className="fill-on-accent"
          d="M6 8h11v4.5H6zM19 8h7v4.5h-7zM6 14.25h6v4.5H6zM14 14.25h12v4.5H14zM6 20.5h11V25H6zM19 20.5h7V25h-7z"
        />
      </svg>
      Brickwork
    </span>
  );
}
