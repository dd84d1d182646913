/** Shows that a long step goes on: on a terminal below its name a line that is written over, else a line now and then. */

/** Milliseconds from one word to the next: on a terminal, and where each word is a line. */
const intervals = { terminal: 1_000, lines: 10_000 };

/**
 * @typedef {{ write(text: string): unknown, readonly isTTY?: boolean, readonly columns?: number }} Screen
 * @typedef {{ note(text: string): void, end(): void }} Progress `note` says how far it is; `end` leaves the line to others
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
