/** What to fill in at the service that an intake was made for. */
import type { Intake } from '@brickwork/client';
import { useRead } from '../api/use-read.ts';

export function PresetSteps({ intake }: { intake: Intake }) {
  const { data: presets = [] } = useRead((api) => api.intakes.presets());
  const preset = presets.find(({ name }) => name === intake.intake.preset);
  if (preset === undefined) return null;
  const values: Readonly<Record<string, string | undefined>> = {
    url: `${location.origin}${intake.path}`,
    secret: `the secret ${intake.secret_hint}`,
    verify_token: intake.verify_token,
  };
  return (
    <section aria-label={`At ${preset.title}`} className="mt-4">
      <h3 className="font-semibold">{`At ${preset.title}`}</h3>
      <ol className="mt-2 list-decimal space-y-2 pl-5">
        {preset.steps.map((step) => (
          <li key={step} className="break-words">
            {step.replace(
              /(?<!\{)\{(url|secret|verify_token)\}(?!\})/g,
              (whole, name: string) => values[name] ?? whole,
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
