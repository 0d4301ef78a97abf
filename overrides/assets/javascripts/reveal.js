// An anchor inside a tab that is not shown, or inside folded details, is shown before the reader is sent there.

function reveal() {
  const target = document.getElementById(decode(location.hash.slice(1)));
  const folded = target?.closest(".tabbed-block, details:not([open])");
  if (!target || !folded) return;
  for (let place = target.parentElement; place; place = place.parentElement) {
    if (place instanceof HTMLDetailsElement) place.open = true;
    if (place.matches(".tabbed-block")) choose(place);
  }
  target.scrollIntoView();
}

/** Chooses the tab that shows `block`. @param {Element} block */
function choose(block) {
  const number = [...(block.parentElement?.children ?? [])].indexOf(block);
  const inputs = block.closest(".tabbed-set")?.querySelectorAll(":scope > input") ?? [];
  const input = /** @type {HTMLInputElement | undefined} */ (inputs[number]);
  if (input && !input.checked) input.click();
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

addEventListener("hashchange", reveal);
reveal();
