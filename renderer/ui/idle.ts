/**
 * Runs something when the page has nothing else to do. Returns what calls it off.
 * @param patience milliseconds after which a page that is never idle gets it done all the same
 */
export function whenIdle(run: () => void, patience = 500): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, patience);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: patience });
  return () => cancelIdleCallback(handle);
}
