import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

it('says of what a file has that it is claimed, and forgets what files said', async () => {
  const file = join(place().folder, 'said.sgf');
  writeFileSync(
    file,
    '(;FF[4]PWG[connect4];W[4]PWE[loss 3 evil engine][0.5 mine, depth 9][0.25 third];B[4])\n',
  );
  await place().run('report', file, '--no-truth');
  const said = await place().run('evaluations', 'connect4', '--moves', '4');
  expect(said.stdout).toMatch(
    /^evil engine \(from a file\)\n {2}move none {2}loss in 3 {2}claimed as decided$/m,
  );
  expect(said.stdout).toMatch(/^mine \(from a file\)\n {2}move none {2}0\.5 static {2}depth 9$/m);
  // How far that one looked is unknown.
  expect(said.stdout).toMatch(/^third \(from a file\)\n {2}move none {2}0\.25 static$/m);
  expect(said.stdout).not.toContain('proven');
  const json = (await place().run('evaluations', 'connect4', '--moves', '4', '--json')).objects();
  const kinds = Object.fromEntries(
    json.map(({ teller, measure }) => [
      (teller as { name: string }).name,
      (measure as { kind: string }).kind,
    ]),
  );
  expect(kinds).toEqual({ 'evil engine': 'claimed', mine: 'depth', third: 'seconds' });
  expect(await place().run('evaluations')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/name a game/),
  });
  const both = await place().run('evaluations', 'connect4', '--forget-files');
  expect(both).toMatchObject({ code: 2, stderr: expect.stringMatching(/name a game/) });
  const forgotten = await place().run('evaluations', '--forget-files');
  expect(forgotten).toMatchObject({ code: 0, stdout: 'Deleted 3 evaluations that files said.\n' });
  const after = await place().run('evaluations', 'connect4', '--moves', '4');
  expect(after.stdout).toMatch(/No engine has said anything about it\./);
});
