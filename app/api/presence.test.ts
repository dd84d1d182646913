import { expect, it } from 'vitest';
import { Presence } from './presence.ts';

const make = () => {
  const said: string[] = [];
  const folder = '/nowhere';
  const presence = new Presence({
    home: { folder, running: `${folder}/running` },
    onChange: () => undefined,
    say: (sentence) => void said.push(sentence),
  });
  return { presence, said };
};

it('shows the last notice of a kind, and of the others the last eight', () => {
  const { presence, said } = make();
  presence.notice('Deleted 1.', 'evaluations');
  presence.notice('An engine was restarted.');
  presence.notice('Deleted 2.', 'evaluations');
  expect(presence.notices).toEqual(['An engine was restarted.', 'Deleted 2.']);
  presence.notice('An engine was restarted.');
  expect(presence.notices).toEqual(['Deleted 2.', 'An engine was restarted.']);
  for (let at = 1; at <= 100; at++) presence.notice(`Engine ${at} was restarted.`);
  expect(presence.notices).toEqual(Array.from({ length: 8 }, (_, at) => `Engine ${at + 93} was restarted.`));
  // A terminal gets every one.
  expect(said).toHaveLength(104);
});
