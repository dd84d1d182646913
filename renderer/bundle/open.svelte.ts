/** Which session the dialog of the bundle is about: messages, consoles and lists open it from anywhere. */

class BundleWindow {
  open = $state(false);
  /** The journal of a session, by its id. */
  journal = $state<string | null>(null);
}

export const bundleWindow = new BundleWindow();

/** Shows what a bundle of a session would hold; nothing is written before a person saves it. */
export function openBundle(journal: string): void {
  bundleWindow.journal = journal;
  bundleWindow.open = true;
}
