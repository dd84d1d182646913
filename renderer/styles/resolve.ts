/**
 * The colour that a token stands for in the theme in force, as `rgb(…)`: for painters that cannot read
 * custom properties (a terminal, a canvas). The property alone would give the `light-dark()` pair.
 */
export function resolveColour(token: `--${string}`): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
