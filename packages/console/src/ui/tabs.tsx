import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?(value: string): void;
  className?: string;
}

export function Tabs({ label, tabs, value, onChange, className = '' }: TabsProps) {
  return (
    <Primitive.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onChange !== undefined && { onValueChange: onChange })}
      className={`min-w-0 ${className}`}
    >
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line px-2">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2.5 text-sm font-medium whitespace-nowrap text-muted outline-offset-[-3px] hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="outline-offset-[-2px]">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
