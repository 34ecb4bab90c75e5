import { PageHeader } from '../ui/page-header.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { MaskingPanel } from './masking-panel.tsx';
import { TimezonePanel } from './timezone-panel.tsx';
import { WarehousePanel } from './warehouse-panel.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings">Settings for all runs of the workspace.</PageHeader>
      <div className="space-y-5">
        <TimezonePanel />
        <ChannelsPanel />
        <WarehousePanel />
        <MaskingPanel />
        <AgentsPanel />
      </div>
    </>
  );
}
