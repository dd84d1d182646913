/** Offers a file to the user as a download. */
export function download(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then, so the address can be released.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Runs something when the page is idle. Returns a function that cancels it.
 * @param patience milliseconds after which it runs even if the page is never idle
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
