/**
 * Returns the colour of a token in the current theme as `rgb(…)`: a canvas or a terminal cannot read custom properties,
 * and the value of the property is a `light-dark()` pair.
 */
export function resolveColour(token: `--${string}`): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  // Forced, all tokens would have one colour.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** Calls back whenever the colours of the tokens change. Returns a function that stops it. */
export function onRecolour(recolour: () => void): () => void {
  const themed = new MutationObserver(recolour);
  themed.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast'],
  });
  const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const one of media) one.addEventListener('change', recolour);
  return () => {
    themed.disconnect();
    for (const one of media) one.removeEventListener('change', recolour);
  };
}
