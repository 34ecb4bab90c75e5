const PATHS = {
  overview: 'M3.5 15.5l4-5 3.5 3 5.5-8M3.5 4v12h13',
  agents: 'M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  runs: 'M4 6h12M4 10h12M4 14h7',
  recordings: 'M10 3.5a2 2 0 0 1 2 2v4a2 2 0 1 1-4 0v-4a2 2 0 0 1 2-2zM5.5 9.5a4.5 4.5 0 0 0 9 0M10 14v2.5M7.5 16.5h5',
  review: 'M4 10.5l4 4L16 6',
  playground: 'M6 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  kits: 'M3.5 5h6v4h-6zM11.5 5h5v4h-5zM3.5 11h4v4h-4zM9.5 11h7v4h-7z',
  ask: 'M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M10 14.5v.01M4 4h12v12h-7l-3 2.5V16H4z',
  alerts: 'M10 3.5a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5.5 1.5 5.5H4s1.5-1.5 1.5-5.5A4.5 4.5 0 0 1 10 3.5zM8.5 16h3',
  backfills: 'M4 10a6 6 0 1 1 1.8 4.3M4 15.5v-3.2h3.2M10 7v3l2 1.5',
  imports: 'M4 4.5h5l1.5 2H16v9H4zM10 9v4m0 0 2-2m-2 2-2-2',
  intake: 'M10 3v8m0 0 3.5-3.5M10 11 6.5 7.5M3.5 12v4.5h13V12',
  destinations: 'M10 12V4m0 0L6.5 7.5M10 4l3.5 3.5M3.5 12v4.5h13V12',
  settings: 'M4 6h7M15 6h1M13 4v4M4 14h1M9 14h7M7 12v4',
  webhooks: 'M10 3v6m0 0 4.5 6M10 9l-4.5 6M10 3a1 1 0 1 0 0-.01M5 16h10',
  usage: 'M4 16V10M8.5 16V4M13 16v-5M17 16V7',
  members:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-3 2-5 5-5s5 2 5 5M13 4a3 3 0 0 1 0 5.5M14.5 12c2 .5 3 2.2 3 4.5',
  keys: 'M12.5 3.5a4 4 0 1 1-3.3 6.3L4 15v2h3v-2h2v-2l1.6-1.6',
  audit: 'M5 3.5h10v13H5zM8 7h4M8 10h4M8 13h2.5',
  welcome: 'M10 3l2 5 5 2-5 2-2 5-2-5-5-2 5-2z',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'M5 5l10 10M15 5L5 15',
  plus: 'M10 4v12M4 10h12',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  arrow: 'M4 10h12M11 5l5 5-5 5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = 'size-[18px]' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
