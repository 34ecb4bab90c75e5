/** A text field with a list of suggestions below it: the arrow keys go through them, Enter takes the marked one, Escape closes the list. */
import { Popover } from 'radix-ui';
import { type InputHTMLAttributes, type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { INPUT } from './field.tsx';

export interface Suggestion {
  /** What choosing it is known by. */
  value: string;
  label: string;
  about?: string;
}

interface SuggestInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onSelect' | 'value' | 'list'> {
  value: string;
  onChange(text: string): void;
  suggestions: readonly Suggestion[];
  onChoose(suggestion: Suggestion): void;
  /** The name of the list. */
  suggests: string;
  /** Marks the first one, so that Enter takes it; otherwise Enter is the form's until an arrow key marks one. */
  takesFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function SuggestInput(props: SuggestInputProps) {
  const { value, onChange, suggestions, onChoose, suggests, takesFirst = false, className = '', ref, ...input } = props;
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<number>();
  const active = marked ?? (takesFirst && value !== '' ? 0 : -1);
  const isShown = isOpen && suggestions.length > 0;
  const close = () => {
    setIsOpen(false);
    setMarked(undefined);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    onChoose(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isShown) setMarked((active + step + suggestions.length) % suggestions.length);
      else setIsOpen(true);
      return;
    }
    const chosen = suggestions[active];
    if (event.key === 'Enter' && isShown && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Enter') close();
    else if (event.key === 'Escape' && isShown) {
      // The dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <Popover.Root open={isShown} onOpenChange={(open) => !open && close()}>
      <Popover.Anchor asChild>
        <input
          {...input}
          ref={(element) => {
            own.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref) ref.current = element;
          }}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            setIsOpen(true);
            setMarked(undefined);
            onChange(event.target.value);
          }}
          onClick={() => setIsOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={close}
          className={`${INPUT} ${className}`}
        />
      </Popover.Anchor>
      {/* Within a dialog, which lies above everything else on the page. */}
      <Popover.Portal container={own.current?.closest('dialog') ?? null}>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          // The list has its own role; around it is nothing that one could be in.
          role="presentation"
          className="z-40 max-w-[calc(100vw-1rem)] min-w-(--radix-popover-trigger-width)"
        >
          <Listbox id={id} name={suggests} suggestions={suggestions} active={active} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ListboxProps extends Pick<SuggestInputProps, 'suggestions' | 'onChoose'> {
  id: string;
  name: string;
  active: number;
}

function Listbox({ id, name, suggestions, active, onChoose }: ListboxProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={name}
      className="max-h-72 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 text-sm shadow-panel"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys.
        <div
          key={suggestion.value}
          id={`${id}-${index}`}
          ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className="flex cursor-pointer items-baseline justify-between gap-6 rounded-md px-2.5 py-1.5 hover:bg-sunken aria-selected:bg-accent-soft"
        >
          <span className="truncate">{suggestion.label}</span>
          {suggestion.about !== undefined && (
            <span className="truncate text-[13px] text-muted">{suggestion.about}</span>
          )}
        </div>
      ))}
    </div>
  );
}
