/** How many dialogs are open, one over the other: messages keep clear of their buttons. */
export const dialogs = $state({ open: 0 });

/** Counts one more until the function that it gives is called. */
export function countDialog(): () => void {
  dialogs.open++;
  return () => void dialogs.open--;
}
