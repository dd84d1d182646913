/**
 * Returns the colour of a token in the current theme as `rgb(…)`: a canvas or a terminal cannot read custom properties,
 * and the value of the property is a `light-dark()` pair.
 */
export function resolveColour(token: `--${string}`): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
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
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', recolour);
  return () => {
    themed.disconnect();
    dark.removeEventListener('change', recolour);
  };
}
