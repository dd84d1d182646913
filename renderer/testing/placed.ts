/** The transform of the place that something drawn by hand was moved to, as its rule says it; null for none. */
export function placed(element: Element): string | null {
  for (const sheet of document.adoptedStyleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || !element.matches(rule.selectorText)) continue;
      return rule.style.transform;
    }
  }
  return null;
}
