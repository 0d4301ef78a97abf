// "Copy as Markdown": shown where the browser can, since without a script it is a link to the Markdown.

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-strata-markdown]"));

if (link && navigator.clipboard && "ClipboardItem" in window) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "strata-copy";
  button.textContent = "Copy as Markdown";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    // The text is promised, not awaited: Safari allows a copy only within the click itself.
    const text = fetch(link.href).then((response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return response.blob().then((blob) => new Blob([blob], { type: "text/plain" }));
    });
    try {
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Could not copy";
    }
    setTimeout(() => (button.textContent = "Copy as Markdown"), 2000);
  });
  link.before(button);
}
