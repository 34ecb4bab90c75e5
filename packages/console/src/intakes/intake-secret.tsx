import { ShownOnce } from '../ui/shown-once.tsx';

export function IntakeSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <ShownOnce
      title="The intake’s secret"
      secret={secret}
      note="The pushing service sends it or signs with it. It is stored encrypted and not shown again; rotate it if you lose it."
      onClose={onClose}
    />
  );
}
