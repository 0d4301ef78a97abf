// On a page that only leads elsewhere: go there, and take the anchor and the query along, which a refresh would lose.
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const target = new URL(script.dataset.to ?? "./", document.baseURI);
  if (!target.hash) target.hash = location.hash;
  if (!target.search) target.search = location.search;
  location.replace(target);
}
