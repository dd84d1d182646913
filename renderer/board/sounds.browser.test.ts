import { describe, expect, it } from 'vitest';
import { playSound, type Sound, type Sounding, soundOf } from './sounds.ts';

const RATE = 44_100;

/** The loudest sample of each tenth of a second. */
async function heard(sound: Sound): Promise<number[]> {
  const context = new OfflineAudioContext(1, RATE, RATE);
  playSound(context, sound);
  const samples = (await context.startRendering()).getChannelData(0);
  return Array.from({ length: 10 }, (_, at) =>
    samples
      .subarray((at * RATE) / 10, ((at + 1) * RATE) / 10)
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
}

describe('a sound', () => {
  it.each(['move', 'capture', 'end'] as const)('of %s is quiet and short', async (sound) => {
    const levels = await heard(sound);
    expect(levels[0]).toBeGreaterThan(0.02);
    expect(Math.max(...levels)).toBeLessThan(0.25);
    expect(Math.max(...levels.slice(7))).toBe(0);
  });

  it('goes with one step forward in one game', () => {
    const at = (node: number, more: Partial<Sounding> = {}): Sounding => ({
      ...{ game: 'g1', node, parent: node - 1, pieces: node, isOver: false },
      ...more,
    });
    expect(soundOf(at(1), at(2))).toBe('move');
    expect(soundOf(at(1), at(2, { pieces: 0 }))).toBe('capture');
    expect(soundOf(at(1), at(2, { isOver: true }))).toBe('end');
    expect(soundOf(null, at(2))).toBeNull();
    expect(soundOf(at(2), at(1))).toBeNull();
    expect(soundOf(at(1), at(3))).toBeNull();
    expect(soundOf(at(1), at(2, { game: 'g2' }))).toBeNull();
  });
});
