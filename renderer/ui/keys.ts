/** A Mac has a command key where the command table says `Ctrl`. */
export const isMac = (): boolean => typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** How this platform writes a key combination: the parts of `Ctrl+K`. */
export function keyParts(keys: string, mac: boolean): string[] {
  // A plus that is itself the key is the last character: `Ctrl++`.
  const parts = keys.endsWith('+') ? [...keys.slice(0, -1).split('+').filter(Boolean), '+'] : keys.split('+');
  return parts.map((part) => {
    if (!mac) return part;
    if (part === 'Ctrl') return '⌘';
    if (part === 'Shift') return '⇧';
    if (part === 'Alt') return '⌥';
    return part;
  });
}
