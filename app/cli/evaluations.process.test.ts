import { expect, it, vi } from 'vitest';
import { freshPlace } from './testing/expecting.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

it('lists what engines said about a position, of mirror images too, and who said it', async () => {
  const none = await place().run('evaluations', 'connect4', '--moves', '43');
  expect(none).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/No engine has said anything about it\./),
  });
  await place().run('analyse', 'connect4', '--moves', '43', '--depth', '5');
  await place().run('play', 'connect4', 'connect4', '--moves', '45', '--depth', '3', '--max-plies', '4');
  const [deepest] = (await place().run('evaluations', 'connect4', '--moves', '43', '--json')).objects();
  expect(deepest).toMatchObject({
    kind: 'evaluation',
    teller: { name: 'Plywire Connect Four', protocol: 'cfsi', files: [{ name: 'main.cjs' }] },
    measure: { kind: 'depth', amount: 5 },
    isMirrored: false,
    source: { text: expect.stringMatching(/^bestmove \d/) },
  });
  const { stdout } = await place().run('evaluations', 'connect4', '--moves', '45');
  expect(stdout).toMatch(/^Plywire Connect Four \(cfsi, build [0-9a-f]{8}\)$/m);
  expect(stdout).toMatch(/^ {2}move \d {2}.*depth 5 {2}mirrored$/m);
  expect(stdout).toMatch(/^ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}s-[0-9a-f]+: bestmove /m);
});
