/** What the service advises on the kit that was saved last: shown where it is tried. */
import { useKept } from '../session/use-kept.ts';
import { Notice } from '../ui/notice.tsx';

export function useAdvice() {
  return useKept<readonly string[]>('kit-advice', []);
}

export function KitAdvice({ advice }: { advice: readonly string[] }) {
  if (advice.length === 0) return null;
  return (
    <Notice tone="warn" className="mt-5">
      <ul>
        {advice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
