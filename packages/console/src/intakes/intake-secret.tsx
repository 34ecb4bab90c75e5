import { ShownOnce } from '../ui/shown-once.tsx';

export function IntakeSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <ShownOnce
      title="The intake’s secret"
      secret={secret}
      note="The service that pushes sends or signs with it. It is stored encrypted and not shown again; rotate it if it gets lost."
      onClose={onClose}
    />
  );
}
