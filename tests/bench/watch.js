// Put into every page by the browser benchmark: when was the search asked, and when was what it found painted.
window.bench = {
  asked: 0, // milliseconds since the navigation began, as are all times here
  found: 0,
  painted: /** @type {number[]} */ ([]), // each new list of results
  long: /** @type {number[]} */ ([]), // durations of tasks on the main thread over 50 ms
  /** @param {string} result selectors @param {string} status @param {string} says what `status` must begin with */
  watch(result, status, says) {
    const isNew = (/** @type {Node} */ node) => node instanceof Element && (node.matches(result) || node.querySelector(result));
    this.observer?.disconnect();
    this.observer = new MutationObserver((records) => {
      if (!records.some(({ addedNodes }) => [...addedNodes].some(isNew))) return;
      if (status && !document.querySelector(status)?.textContent.startsWith(says)) return;
      // The frame after the next one begins when this one has been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => {
        this.found ||= performance.now();
        this.painted.push(performance.now());
      }));
    });
    this.observer.observe(document, { childList: true, subtree: true });
  },
};
addEventListener("keydown", () => (window.bench.asked = performance.now()), true);
addEventListener("pointerdown", () => (window.bench.asked = performance.now()), true);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.bench.long.push(entry.duration);
}).observe({ type: "longtask", buffered: true });
