/** The game that a session was about, for a reader. */
import { gameById } from '../games/registry.ts';
import type { Account } from './account.ts';
import type { Case, GameCase } from './case.ts';

export function gameText({ game }: Case, { place }: Account): string {
  if (game) return boardText(game);
  if (place === null) return 'No position was told or asked about in this session.\n';
  const { line, position, move, fault } = place;
  return lines([
    'The session served no game that is still on the board. As its journal tells it:',
    '',
    `Last position spoken of (line ${line}): ${position}`,
    ...(move === undefined ? [] : [`Answered there: ${move}`]),
    ...(fault === undefined ? [] : [`Which is no legal move: ${fault}`]),
  ]);
}

function boardText({ game, setup, start, moves, position, text, seats, ending }: GameCase): string {
  return lines([
    `Game: ${gameById(game).name}`,
    `Setup: ${Object.entries(setup)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')}`,
    `Start: ${start ?? 'the initial position'}`,
    `Moves: ${moves.length > 0 ? moves.join(' ') : 'none'}`,
    `Position: ${position}`,
    ending === null ? 'The game is not over.' : `Ending: ${ending.word}: ${ending.reason}`,
    ...seatLine('Winner', ending?.winner ?? null, seats),
    ...seatLine('Whose fault', ending?.fault ?? null, seats),
    '',
    'To have it on the board, paste this into Plywire:',
    text,
  ]);
}

const seatLine = (what: string, seat: 0 | 1 | null, seats: readonly [string, string]): readonly string[] =>
  seat === null ? [] : [`${what}: ${seats[seat]}`];

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;
