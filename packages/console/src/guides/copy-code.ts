/** A button beside each block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.guide .code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener(
      'click',
      () => void copy(commandsOf(block.querySelector('code')?.textContent ?? ''), button),
    );
    block.append(button);
  }
}

/** Without the prompts of a terminal. */
function commandsOf(text: string): string {
  return text.replace(/^\$ /gm, '');
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Blocked: select the text';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}
