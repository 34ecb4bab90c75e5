import { PageHeader } from '../ui/page-header.tsx';
import { AgentsPanel } from './agents-panel.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings">What holds for all runs of the workspace.</PageHeader>
      <AgentsPanel />
    </>
  );
}
