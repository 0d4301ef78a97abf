/**
 * The active option of a listbox whose focus stays in an input (WAI-ARIA's combobox pattern).
 *
 * Until the reader moves to one, the first option is what Enter opens, but no option is the active
 * descendant: a screen reader is not interrupted at each keystroke.
 */

export class Options {
  /** @type {HTMLElement | null} */
  #active = null;

  /** @param {HTMLInputElement} input @param {HTMLElement} list */
  constructor(input, list) {
    this.input = input;
    this.list = list;
  }

  /** @returns {HTMLElement | null} the option that the reader moved to */
  get active() {
    return this.#active;
  }

  /** @returns {HTMLElement | null} what Enter opens */
  get chosen() {
    return this.#active ?? this.#main()[0] ?? null;
  }

  /** After the options have changed. @param {string | null} keep id of the option that stays active */
  changed(keep) {
    this.#select(keep ? /** @type {HTMLElement | null} */ (this.list.querySelector(`#${CSS.escape(keep)}`)) : null);
    this.input.setAttribute("aria-expanded", String(this.#main().length > 0));
  }

  /** @param {number} by 1 to the next, -1 to the one before; from the first back to the input */
  move(by) {
    const main = this.#main();
    if (!main.length) return;
    const own = this.#active?.closest("[role=group]") ?? this.#active;
    const at = main.findIndex((option) => option === own || own?.contains(option));
    const next = at < 0 && by < 0 ? main.length - 1 : at + by;
    this.#select(main[next] ?? null);
    this.#active?.scrollIntoView({ block: "nearest" });
  }

  /** To the options beside the active one. @param {number} by @returns {boolean} whether there was one */
  moveAside(by) {
    const group = this.#active?.closest("[role=group]");
    if (!group) return false;
    const all = Array.from(group.querySelectorAll("[role=option]"));
    const next = /** @type {HTMLElement | undefined} */ (all[all.indexOf(/** @type {HTMLElement} */ (this.#active)) + by]);
    if (!next) return false;
    this.#select(next);
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** @returns {HTMLElement[]} one of each group */
  #main() {
    const all = Array.from(this.list.querySelectorAll("[role=option]"));
    return /** @type {HTMLElement[]} */ (
      all.filter((option) => option.closest("[role=group]")?.querySelector("[role=option]") === option || !option.closest("[role=group]"))
    );
  }

  /** @param {HTMLElement | null} option */
  #select(option) {
    this.#active = option;
    for (const other of this.list.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
    this.chosen?.setAttribute("aria-selected", "true");
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }
}
