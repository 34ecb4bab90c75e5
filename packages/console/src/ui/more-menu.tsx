/** Rare or irreversible actions, behind one button: separate from everyday actions. */
import { DropdownMenu } from 'radix-ui';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';

interface MoreItem {
  label: string;
  onSelect(): void;
  /** Cannot be undone. */
  isDanger?: boolean;
  isDisabled?: boolean;
}

interface MoreMenuProps {
  /** Of what: “More actions for Ana”. */
  of?: string;
  items: readonly MoreItem[];
  isSmall?: boolean;
}

export function MoreMenu({ of, items, isSmall = true }: MoreMenuProps) {
  if (items.length === 0) return null;
  return (
    // Not modal: what keeps the page from scrolling writes a style into it, which the page's policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={of === undefined ? 'More actions' : `More actions for ${of}`}
        title="More actions"
        className={buttonClass('plain', isSmall)}
      >
        <Icon name="more" className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-44 rounded-lg border border-line-strong bg-surface p-1 text-sm shadow-panel"
        >
          {items.map(({ label, onSelect, isDanger = false, isDisabled = false }) => (
            <DropdownMenu.Item
              key={label}
              disabled={isDisabled}
              onSelect={onSelect}
              className={`cursor-pointer rounded-md px-2.5 py-1.5 outline-none data-disabled:cursor-default data-disabled:opacity-55 ${isDanger ? 'text-bad data-highlighted:bg-bad-soft' : 'data-highlighted:bg-sunken'}`}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
