import { beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../sessions/testing.ts';
import { Clients } from './clients.ts';

let clock: ManualClock;
let clients: Clients;
let told: string[];
beforeEach(() => {
  clock = new ManualClock();
  told = [];
  clients = new Clients({ onAbsent: () => told.push('absent'), onReturn: () => told.push('return') }, clock);
});

it('is silent before a first client has come', () => {
  clock.advance(60_000);
  expect(told).toEqual([]);
});

it('tells once that the last client has been away for some seconds, and that one has come again', () => {
  const [leave, leaveToo] = [clients.enter(), clients.enter()];
  leave();
  clock.advance(60_000);
  expect(told).toEqual([]);
  leaveToo();
  clock.advance(4999);
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(['absent']);
  clock.advance(60_000);
  const leaveAgain = clients.enter();
  clients.enter();
  expect(told).toEqual(['absent', 'return']);
  leaveAgain();
  clock.advance(60_000);
  expect(told).toEqual(['absent', 'return']);
});

it('overlooks that a page loads again', () => {
  for (let loads = 0; loads < 5; loads++) {
    clients.enter()();
    clock.advance(4000);
  }
  clients.enter();
  clock.advance(60_000);
  expect(told).toEqual([]);
});

it('is silent from its end on', () => {
  const leave = clients.enter();
  clients.enter()();
  clients.close();
  leave();
  clock.advance(60_000);
  expect([told, clock.timers]).toEqual([[], 0]);
});
