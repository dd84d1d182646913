/** Shows the progress of a long step: on a terminal in a line that is overwritten, else as a new line now and then. */

/** Milliseconds between updates: on a terminal, and as lines. */
const intervals = { terminal: 1_000, lines: 10_000 };

/**
 * @typedef {{ write(text: string): unknown, readonly isTTY?: boolean, readonly columns?: number }} Screen
 * @typedef {{ note(text: string): void, end(): void }} Progress `note` shows the progress; `end` releases the line
 */

/**
 * @param {string} what is being done
 * @param {Screen} [screen]
 * @param {{ terminal: number, lines: number }} [every] milliseconds
 * @returns {Progress}
 */
export function showProgress(what, screen = process.stdout, every = intervals) {
  const began = performance.now();
  const terminal = screen.isTTY === true;
  let noted = '';
  const word = () => {
    const seconds = `${Math.round((performance.now() - began) / 1000)} s`;
    return noted === '' ? seconds : `${seconds}, ${noted}`;
  };
  const show = () =>
    screen.write(terminal ? `\r\x1b[K  ${word()}`.slice(0, screen.columns ?? 80) : `  ${word()}\n`);
  screen.write(`${what} …\n`);
  const timer = setInterval(show, terminal ? every.terminal : every.lines);
  return {
    note(text) {
      noted = text;
    },
    end() {
      clearInterval(timer);
      if (terminal) screen.write('\r\x1b[K');
    },
  };
}
