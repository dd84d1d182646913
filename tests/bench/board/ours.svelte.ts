/** Our board with a random game, for any game of the registry. */
import { flushSync, mount } from 'svelte';
import type { Choice, Game, Geometry, View } from '../../../app/games/game.ts';
import Board from '../../../renderer/board/Board.svelte';
import type { Chip, LineGhost, Ring } from '../../../renderer/board/overlay.ts';
import '../../../renderer/styles/tokens.css';
import '../../../renderer/styles/base.css';
import type { Contender } from './contender.ts';

/** As long as the chess game, plus a few plies for a line that continues from there. */
const LONGEST = 41;
const TRIALS = 200;

interface GameStep {
  readonly position: unknown;
  readonly last: { readonly before: unknown; readonly move: unknown } | null;
  readonly choices: readonly Choice<unknown>[];
  /** The choice made here; null at the end. */
  readonly chosen: Choice<unknown> | null;
}

interface Overlays {
  readonly chips: readonly Chip[];
  readonly rings: readonly Ring[];
  readonly ghosts: readonly LineGhost[];
}

/** Repeatable: a linear congruential generator. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

function playedByChance(game: Game, seed: number): GameStep[] {
  const random = chance(seed);
  const steps: GameStep[] = [];
  let position = game.initial();
  let last: GameStep['last'] = null;
  while (steps.length <= LONGEST) {
    const choices = game.choices(position);
    const chosen = choices[Math.floor(random() * choices.length)] ?? null;
    steps.push({ position, last, choices, chosen });
    if (chosen === null) break;
    last = { before: position, move: chosen.move };
    position = game.play(position, chosen.move);
  }
  return steps;
}

/** The longest of many games, up to the wanted length. */
function longGame(game: Game): GameStep[] {
  let longest: GameStep[] = [];
  for (let seed = 1; seed <= TRIALS && longest.length <= LONGEST; seed++) {
    const steps = playedByChance(game, seed);
    if (steps.length > longest.length) longest = steps;
  }
  return longest;
}

/** Up to six chips and two rings over the legal moves; the rest are ghosts of the moves that followed. */
function overlaysAt(steps: readonly GameStep[], ply: number, count: number, variant: number): Overlays {
  const { choices } = steps[ply]!;
  const rings = choices
    .flatMap(({ path, preview }): Ring[] =>
      preview.map((piece) => ({ id: path.join(' '), piece, weight: 1 / (1 + variant) })),
    )
    .slice(0, Math.min(2, count));
  const chips = choices.slice(0, Math.min(6, count - rings.length)).map(({ path, chip }, index): Chip => {
    const text = `win in ${index + variant}`;
    const tone = (['win', 'draw', 'loss', 'plain'] as const)[(index + variant) % 4]!;
    return {
      ...chip,
      id: path.join(' '),
      area: path.at(-1)!,
      text,
      words: `${text} plies`,
      tone,
      look: 'judged',
      best: index === 0,
    };
  });
  const ghosts = steps
    .slice(ply)
    .flatMap(({ chosen }) => chosen?.preview ?? [])
    .slice(0, count - rings.length - chips.length)
    .map((piece, index): LineGhost => ({ id: `${index} ${piece.id}`, piece, ply: index + 1 }));
  const found = rings.length + chips.length + ghosts.length;
  if (found !== count) throw new RangeError(`there are ${found} overlays at ply ${ply} instead of ${count}`);
  return { chips, rings, ghosts };
}

export function ours(room: HTMLElement, game: Game): Contender {
  const steps = longGame(game);
  const geometry: Geometry = game.geometry(game.setupOf(game.initial()));
  const none: Overlays = { chips: [], rings: [], ghosts: [] };
  let view = $state.raw<View>(game.view(steps[0]!.position, null));
  let choices = $state.raw<readonly Choice<unknown>[]>(steps[0]!.choices);
  let shown = $state.raw<Overlays>(none);
  const line = $derived({ ghosts: shown.ghosts, marks: [] });
  const nothing = (): void => undefined;
  mount(Board, {
    target: room,
    props: {
      geometry,
      get view() {
        return view;
      },
      get choices() {
        return choices;
      },
      turn: 'none',
      label: game.name,
      get chips() {
        return shown.chips;
      },
      get rings() {
        return shown.rings;
      },
      get line() {
        return line;
      },
      overlays: [],
      onaim: nothing,
      onpicks: nothing,
      onmove: nothing,
      refusal: () => '',
    },
  });
  flushSync();
  return {
    plies: steps.length - 1,
    moment(ply, overlays, variant) {
      const step = steps[ply];
      if (step === undefined) throw new RangeError(`the game of ${game.name} has no ply ${ply}`);
      const next = overlays === 0 ? none : overlaysAt(steps, ply, overlays, variant);
      return {
        show() {
          // Corresponds to chessground reading a FEN.
          view = game.view(step.position, step.last);
          choices = step.choices;
          shown = next;
        },
        settle: () => flushSync(),
      };
    },
  };
}
