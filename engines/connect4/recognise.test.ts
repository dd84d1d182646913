import { expect, it } from 'vitest';
import { protocolOf } from './recognise.ts';

it('tells the protocol from the first words', () => {
  for (const line of ['cfp', 'CFP', '  cfp ', 'joho cfp', 'isready', 'debug on cfp']) {
    expect(protocolOf(line), line).toBe('cfp');
  }
  for (const line of ['start', 'ping', 'play 7/7/7/7/7/7 x 4', 'quit', 'stop', 'START']) {
    expect(protocolOf(line), line).toBe('cfsi');
  }
  for (const line of ['', 'uci', 'hello there', 'cfpok', `${'word '.repeat(1000)}cfp`]) {
    expect(protocolOf(line), line).toBeNull();
  }
});
