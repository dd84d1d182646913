/** Hands something to the browser as a file of the person's own. */
export function download(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the address may go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
