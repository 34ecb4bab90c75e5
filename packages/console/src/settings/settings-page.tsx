import { PageHeader } from '../ui/page-header.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { DimensionsPanel } from './dimensions-panel.tsx';
import { MaskingPanel } from './masking-panel.tsx';
import { PricesPanel } from './prices-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { TimezonePanel } from './timezone-panel.tsx';
import { WarehousePanel } from './warehouse-panel.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings">For the whole workspace. What each role may do is at the end.</PageHeader>
      <div className="space-y-5">
        <TimezonePanel />
        <DimensionsPanel />
        <RetentionPanel />
        <PricesPanel />
        <ChannelsPanel />
        <WarehousePanel />
        <MaskingPanel />
        <AgentsPanel />
        <RolesPanel />
      </div>
    </>
  );
}
