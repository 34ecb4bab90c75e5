/** A person's hand that counts: a click on anything is one, and so is a choice in a list; typing and Enter are none. */
import type { Locator, Page } from 'playwright-core';

/** Counts what it clicks. */
export interface Hand {
  page: Page;
  click(what: Locator): Promise<void>;
  choose(list: Locator, option: string | { label: string }): Promise<void>;
  /** Clicks a link or button by its name. */
  link(name: string): Promise<void>;
  button(name: string | RegExp): Promise<void>;
}

export function countingHand(page: Page): Hand & { clicks(): number } {
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  return {
    page,
    clicks: () => clicks,
    click,
    async choose(list, option) {
      clicks += 1;
      await list.selectOption(option);
    },
    link: (name) => click(page.getByRole('link', { name, exact: true }).first()),
    button: (name) => click(page.getByRole('button', { name, exact: typeof name === 'string' })),
  };
}

export interface Task {
  name: string;
  most: number;
  /** Where one is; the overview when left out. */
  from?: () => string;
  /** With a role of one's own, or in a workspace where nobody has done anything. */
  as?: () => Promise<string>;
  take(hand: Hand): Promise<void>;
}
