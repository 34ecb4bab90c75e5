/** Below a setting of the workspace: why it cannot be changed, what came of saving it, and the button. */
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface SaveSettingProps {
  /** `isGiven`: it may be changed, with this permission and a live key. */
  needs: { permission: string; isGiven: boolean; isLive: boolean };
  fault: string | undefined;
  saved: string | undefined;
  isBusy: boolean;
  children: string;
}

export function SaveSetting({ needs, fault, saved, isBusy, children }: SaveSettingProps) {
  return (
    <>
      {!needs.isGiven && (
        <Notice tone="info" className="mt-3">
          {needs.isLive ? `You may not change this: it needs ${needs.permission}.` : 'Changing it needs a live key.'}
        </Notice>
      )}
      {fault !== undefined && (
        <Notice tone="bad" className="mt-3">
          {fault}
        </Notice>
      )}
      {saved !== undefined && (
        <Notice tone="ok" className="mt-3">
          {saved}
        </Notice>
      )}
      {needs.isGiven && (
        <Button type="submit" kind="primary" isBusy={isBusy} className="mt-4">
          {children}
        </Button>
      )}
    </>
  );
}
