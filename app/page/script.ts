/**
 * The script of a page: each board steps by keys, by buttons, and by every element of its game that names a ply. Keys step
 * the board that was used last. It runs in browsers of the last years, changes nothing but the page, and the page is
 * complete without it.
 */
export const script = `(() => {
'use strict';
const boards = [...document.querySelectorAll('[data-board]')];
let used = null;
for (const board of boards) {
  const scope = board.closest('[data-game]') ?? document;
  const positions = [...board.querySelectorAll('template')];
  const svg = board.querySelector('svg');
  const said = board.querySelector('[data-said]');
  const counter = board.querySelector('[data-counter]');
  const cursor = scope.querySelector('[data-cursor]');
  const last = positions.length - 1;
  let ply = last;
  const places = [...scope.querySelectorAll('[data-ply]')];
  const plyOf = (element) => Number(element.getAttribute('data-ply'));
  function show(wanted) {
    ply = Math.max(0, Math.min(last, wanted));
    const from = positions[ply];
    for (const layer of ['pieces', 'marks']) {
      svg.querySelector('.' + layer).replaceWith(from.content.querySelector('.' + layer).cloneNode(true));
    }
    svg.querySelector('title').textContent = from.getAttribute('data-spoken');
    said.textContent = from.getAttribute('data-words');
    counter.textContent = ply + ' / ' + last;
    for (const place of places) place.toggleAttribute('data-here', plyOf(place) === ply);
    if (cursor) {
      const x = Number(cursor.getAttribute('data-from')) + ply * Number(cursor.getAttribute('data-step'));
      cursor.setAttribute('x1', x);
      cursor.setAttribute('x2', x);
    }
  }
  const step = (key) => {
    const steps = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
    if (!(key in steps)) return false;
    show(steps[key]);
    return true;
  };
  used ??= step;
  const use = () => {
    used = step;
  };
  for (const kind of ['pointerdown', 'focusin', 'toggle']) scope.addEventListener(kind, use);
  for (const place of places) {
    if (place.localName !== 'a') {
      if (place.localName !== 'rect') {
        place.setAttribute('tabindex', '0');
        place.setAttribute('role', 'button');
      }
      place.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        show(plyOf(place));
      });
    }
    place.addEventListener('click', (event) => {
      event.preventDefault();
      show(plyOf(place));
      if (board.getBoundingClientRect().bottom < 80) board.scrollIntoView();
    });
  }
  for (const button of board.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      const to = button.getAttribute('data-go');
      show(to === 'first' ? 0 : to === 'last' ? last : ply + Number(to));
    });
  }
  board.setAttribute('data-steps', '');
  show(last);
}
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (used !== null && used(event.key)) event.preventDefault();
});
})();`;
