/**
 * The icons of the window: strokes of 1.5 on a grid of 16, drawn in the colour of the text around them.
 * Each is the `d` of one path.
 */
export const icons = {
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  play: 'M5 3.2v9.6L12.8 8z',
  stop: 'M4 4h8v8H4z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  restart: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.8h-2.8',
  undo: 'M3 6h6.5a3.5 3.5 0 0 1 0 7H6M6 3L3 6l3 3',
  redo: 'M13 6H6.5a3.5 3.5 0 0 0 0 7H10M10 3l3 3-3 3',
  first: 'M4 3.5v9M12 3.5L6.5 8l5.5 4.5z',
  previous: 'M10.5 3.5L5.5 8l5 4.5',
  next: 'M5.5 3.5l5 4.5-5 4.5',
  last: 'M12 3.5v9M4 3.5L9.5 8 4 12.5z',
  up: 'M3.5 10L8 5.5l4.5 4.5',
  down: 'M3.5 6L8 10.5 12.5 6',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3L14 14',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  paste: 'M5.5 3H3.5v10.5h9V3h-2M5.5 2h5v2.5h-5z',
  save: 'M8 2.5v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  clear: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4M6.6 6.5v4.5M9.4 6.5v4.5',
  options: 'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.2 3v3M5.8 10v3',
  settings: 'M3.5 2.5v3M3.5 9v4.5M8 2.5V7M8 10.5v3M12.5 2.5V4M12.5 7.5v6M2 7.2h3M6.5 8.8h3M11 5.8h3',
  edit: 'M3 13l.6-2.8 7.2-7.2 2.2 2.2-7.2 7.2z',
  flip: 'M5 13V3M5 3L2.5 5.5M5 3l2.5 2.5M11 3v10M11 13l-2.5-2.5M11 13l2.5-2.5',
  move: 'M8 2v12M2 8h12M8 2L6.2 3.8M8 2l1.8 1.8M8 14l-1.8-1.8M8 14l1.8-1.8M2 8l1.8-1.8M2 8l1.8 1.8M14 8l-1.8-1.8M14 8l-1.8 1.8',
  eraser: 'M6 13.5h7.5M3 9.5L9 3.5l4 4-6 6H5.5L3 11zM6 6.5l4 4',
  swap: 'M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13',
  audit: 'M2.5 3.5h6M2.5 7.5h4M2.5 11.5h3M8 11l2 2 4-6',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12.2h.01',
  folder: 'M2 4h4l1.5 1.5H14V13H2z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  program: 'M2.5 3h11v10h-11zM5 6.5L7 8 5 9.5M8.5 10h2.5',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5h.01',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5V8.5z',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.2M8 11.6h.01',
  theme: 'M8 14A6 6 0 1 0 8 2zM8 2a6 6 0 0 1 0 12',
  analyse: 'M1.5 8.5h2.3l1.7-5 3 9 2-6 1 2h3',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.2 3v10',
  unequal: 'M3 6h10M3 10h10M10.5 3l-5 10',
  send: 'M3 8h10M9 4l4 4-4 4',
  return: 'M13 3.5v5H4M7 5.5l-3 3 3 3',
  overlay: 'M3 13.5v-4h5.5V6H13V2.5',
  fold: 'M2.5 8h11M5.5 2.5L8 5l2.5-2.5M5.5 13.5L8 11l2.5 2.5',
  board: 'M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11',
  replay: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v2.8h2.8M8 5.5V8l2 1.5',
  history: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.4 1.6',
  bundle: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6',
  dock: 'M2 3h12v10H2zM2 9.5h12',
} as const;

export type IconName = keyof typeof icons;

/** Icons that read better as solid shapes. */
export const solidIcons: ReadonlySet<IconName> = new Set<IconName>(['play', 'stop']);

/**
 * `ready` a hollow ring, `ok` a tick, `busy` a turning arc, `wait` two bars, `bad` a cross, `off` a dash.
 */
export type BadgeTone = 'ready' | 'ok' | 'busy' | 'wait' | 'bad' | 'off';
