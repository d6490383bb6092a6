/** The drawer on the side: rules (at a clause), the board in words, people and chat, settings. One at a time. */
export type Page = "rules" | "words" | "people" | "settings" | "menu" | "legend";

class Drawer {
  page = $state<Page | null>(null);
  clause = $state<string | null>(null);
  #before: HTMLElement | null = null;

  open(clause: string): void {
    this.clause = clause;
    this.show("rules");
  }
  show(page: Page): void {
    if (this.page === null) this.#before = document.activeElement as HTMLElement | null;
    this.page = page;
  }
  toggle(page: Page): void {
    if (this.page === page) this.close();
    else this.show(page);
  }
  /** Closing gives the keyboard back to where it was. */
  close(): void {
    this.page = null;
    this.#before?.focus();
    this.#before = null;
  }
}

export const drawer = new Drawer();
