/** What to fill in at the service that an intake was made for. */
import type { Intake } from '../api/intakes.ts';
import { useIntakePresets } from '../api/intakes.ts';
import { Panel } from '../ui/panel.tsx';

export function PresetSteps({ intake }: { intake: Intake }) {
  const { data: presets = [] } = useIntakePresets();
  const preset = presets.find(({ name }) => name === intake.intake.preset);
  if (preset === undefined) return null;
  const values: Readonly<Record<string, string | undefined>> = {
    url: `${location.origin}${intake.path}`,
    secret: `the secret ${intake.secret_hint}`,
    verify_token: intake.verify_token,
  };
  return (
    <Panel title={`At ${preset.title}`}>
      <ol className="list-decimal space-y-2 py-4 pr-4 pl-9 text-sm sm:pr-5">
        {preset.steps.map((step) => (
          <li key={step} className="break-words">
            {step.replace(
              /(?<!\{)\{(url|secret|verify_token)\}(?!\})/g,
              (whole, name: string) => values[name] ?? whole,
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
