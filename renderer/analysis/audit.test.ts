import { describe, expect, it } from 'vitest';
import type { AuditedNode, AuditState } from '../../app/api/contract.ts';
import { auditedNodes, auditMark, auditReach, auditTip, sideWords } from './audit.ts';

const audited = (ply: number, move: string, more: Partial<AuditedNode> = {}): AuditedNode => ({
  ply,
  node: ply + 10,
  seat: ply % 2 === 1 ? 0 : 1,
  move,
  was: { outcome: 'win', plies: 5 },
  is: { outcome: 'draw' },
  best: ['3'],
  turn: 'win to draw',
  ...more,
});

const state = (moves: AuditedNode[]): AuditState => ({
  state: 'done',
  key: 'g-1',
  moves,
  total: moves.length,
  sides: null,
  reason: null,
});

describe('the audited nodes', () => {
  const audit = state([audited(1, '4'), audited(2, '4'), audited(3, '5')]);

  it('are those of one game', () => {
    expect([...auditedNodes(audit, 'g-1').keys()]).toEqual([11, 12, 13]);
    expect(auditedNodes(audit, 'g-2').size).toBe(0);
  });

  it('are summed up for a line that has all of them', () => {
    expect(auditReach(audit, 'g-1', [0, 11, 12, 13, 14])).toBe(3);
    expect(auditReach(audit, 'g-1', [0, 11, 20, 21])).toBeNull();
    expect(auditReach(audit, 'g-1', [0, 11, 12])).toBeNull();
    expect(auditReach(audit, 'g-2', [0, 11, 12, 13])).toBeNull();
  });
});

describe('words and marks', () => {
  it('marks what was given away, a lost game twice', () => {
    expect(auditMark(audited(1, '4'))).toBe('?');
    expect(auditMark(audited(1, '4', { turn: 'draw to loss' }))).toBe('??');
    expect(auditMark(audited(1, '4', { turn: null }))).toBe('');
  });

  it('says what was, what is and what was best', () => {
    expect(auditTip(audited(1, '4'))).toBe('was a win in 5, is a draw; best: 3');
    expect(auditTip(audited(1, '3', { is: { outcome: 'win', plies: 5 } }))).toBe(
      'a win in 5, the best available',
    );
    expect(auditTip(audited(1, '4', { was: null }))).toBe('not proven');
  });

  it('sums up a side', () => {
    const turns = { 'win to draw': 1, 'win to loss': 0, 'draw to loss': 2 };
    expect(sideWords('Player 1', { moves: 17, proven: 17, turns })).toBe(
      'Player 1 made 3 mistakes in 17 moves (1 win to draw, 2 draw to loss).',
    );
    const none = { 'win to draw': 0, 'win to loss': 0, 'draw to loss': 0 };
    expect(sideWords('Player 2', { moves: 9, proven: 4, turns: none })).toBe(
      'Player 2 made no mistakes in 9 moves, 5 not proven.',
    );
  });
});
