/** The console of all sessions, with real programs that print what the test tells them to. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markedRows, pointAtRow, rowLabel } from '../support/console-rows.ts';
import { connect, type Connection } from '../support/contract-client.ts';
import type { Desk } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { useStages } from '../support/stage.ts';

const stage = useStages();

const names = ['ann', 'bob', 'cid'] as const;
type Name = (typeof names)[number];

/** Milliseconds that no pending answer of the programs may exceed. */
const patience = 600_000;

/** Milliseconds for a test, which makes about twenty requests in sequence. */
const time = 180_000;

let connection: Connection | null = null;
let desk: Desk;
let sessions: ReadonlyMap<string, string>;

/** The visible lines without their times, `bob <- readyok`; a line below another begins with its sign. */
async function said(): Promise<string[]> {
  const rows = (await desk.consoleText()).split('\n').filter((row) => row.trim() !== '');
  return rows.map((row) =>
    row
      .replace(/^\s*[\d:]+\.\d{3} /, '')
      .trim()
      .replaceAll(/ +/g, ' '),
  );
}

/** Types a line for a program, and waits until it and its answer are visible. */
async function type(name: Name, line: string, answer?: string): Promise<void> {
  await connection!.client.sessions.send({ session: sessions.get(name)!, line });
  await eventually(said).toContain(`${name} ->✎ ${line}`);
  if (answer !== undefined) await eventually(said).toContain(`${name} ${answer}`);
}

const filters = () => desk.dock.getByRole('group', { name: 'Filters' });
const press = (filter: string): Promise<void> =>
  filters().getByRole('button', { name: filter, exact: true }).click();
const hold = (text: string): Promise<void> =>
  filters().getByRole('textbox', { name: 'Only lines containing' }).fill(text);
const hidden = async (): Promise<string> => (await filters().getByRole('status').textContent()) ?? '';

const commands = names.map((name) => `${name} -> cfp`);
const typed = [
  ...['ann ->✎ isready', 'bob ->✎ isready', 'bob ->✎ say readyok', 'ann ->✎ say readyok'],
  ...[
    'ann ->✎ say info depth 3',
    'cid ->✎ say hello',
    'bob ->✎ complain no book',
    'cid ->✎ complain no disk',
  ],
];
const oddity = '~ unknown-line: "hello" holds no command. (CFP, Description, unknown command or token)';

// Programs that do not open a conversation stay for as long as that may take. Their lines interleave.
beforeEach(async () => {
  const puppet = { fixture: 'puppet', protocol: 'cfp' } as const;
  const on = await stage({
    registered: { ann: puppet, bob: puppet, cid: puppet },
    // Room for every line: the test looks at what is visible.
    viewport: { width: 1280, height: 2000 },
  });
  connection = await connect(on.host.url);
  const { client, state } = connection;
  const { engines, settings } = await state();
  await client.settings.change({
    deadlines: { ...settings.deadlines, handshake: patience, ready: patience },
    layout: { ...settings.layout, dockHeight: 1400, dockOpen: true },
  });
  for (const { id, name } of engines) {
    if ((names as readonly string[]).includes(name))
      client.engines.check({ engine: id }).catch(() => undefined);
  }
  await eventually(async () => {
    const waiting = (await state()).sessions.filter(({ state: how }) => how === 'handshake');
    sessions = new Map(waiting.map(({ title, id }) => [title, id]));
    return [...sessions.keys()].toSorted();
  }).toEqual(names);
  desk = await on.open();
  await desk.consoleTab('All').click();
  for (const line of commands) await eventually(said).toContain(line);
  await type('ann', 'isready');
  await type('bob', 'isready');
  await type('bob', 'say readyok', '<- readyok');
  await type('ann', 'say readyok', '<- readyok');
  await type('ann', 'say info depth 3', '<- info depth 3');
  await type('cid', 'say hello', '<- ~hello');
  await type('bob', 'complain no book', '! no book');
  await type('cid', 'complain no disk', '! no disk');
}, time);

afterEach(() => {
  connection?.close();
  connection = null;
});

it(
  'filters the lines of all by direction, kind, text and expression, as they come, too',
  { timeout: time },
  async () => {
    const all = await said();
    await desk.command('Filter the lines of the console');

    await press('Sent');
    await eventually(said).toEqual([...expectCommands(all), ...typed]);
    await eventually(hidden).toMatch(/^\d+ lines hidden$/);
    await press('Stderr');
    await press('Sent');
    await eventually(said).toEqual(['bob ! no book', 'cid ! no disk']);
    await press('Stderr');

    await press('Requests');
    await eventually(said).toEqual([...expectCommands(all), 'ann ->✎ isready', 'bob ->✎ isready']);
    await press('Requests');
    await press('Answers');
    await eventually(said).toEqual(['bob <- readyok', 'ann <- readyok']);
    await press('Info');
    await press('Answers');
    await eventually(said).toEqual(['ann <- info depth 3', 'cid <- ~hello', oddity]);
    await press('Info');
    // Output on stderr is text, and no error by itself.
    await press('Errors');
    await eventually(said).toEqual([]);
    await press('Oddities');
    await eventually(said).toEqual(['cid <- ~hello', oddity]);
    await press('Errors');
    await press('Oddities');
    await press('Typed');
    await eventually(said).toEqual(typed);
    await press('Typed');
    await eventually(said).toEqual(all);

    await hold('READY');
    await press('Heard');
    await eventually(said).toEqual(['bob <- readyok', 'ann <- readyok']);
    await filters().getByRole('button', { name: 'Match capital letters' }).click();
    await eventually(said).toEqual([]);
    await hold('^(h|info .*\\d$)');
    await filters().getByRole('button', { name: 'Regular expression' }).click();
    await eventually(said).toEqual(['ann <- info depth 3', 'cid <- ~hello', oddity]);
    await hold('^(h');
    await filters().getByRole('alert').getByText('the lines are unchanged').waitFor();
    expect(await said()).toEqual(['ann <- info depth 3', 'cid <- ~hello', oddity]);
    await hold('^(h|info)');
    await eventually(() => filters().getByRole('alert').count()).toBe(0);

    const { client } = connection!;
    await client.sessions.send({ session: sessions.get('bob')!, line: 'say nothing' });
    await client.sessions.send({ session: sessions.get('ann')!, line: 'say info 4' });
    await eventually(said).toEqual(['ann <- info depth 3', 'cid <- ~hello', oddity, 'ann <- info 4']);
    await press('Show all');
    await eventually(async () => (await said()).length).toBeGreaterThan(all.length + 3);
    expect((await said()).slice(0, all.length)).toEqual(all);
  },
);

it(
  'keeps its filter while the tab of a session is looked at, which has its own',
  { timeout: time },
  async () => {
    await desk.command('Filter the lines of the console');
    await press('Heard');
    const heard = ['bob <- readyok', 'ann <- readyok', 'ann <- info depth 3', 'cid <- ~hello', oddity];
    await eventually(said).toEqual(heard);
    // Below all lines is a link to where one can be typed.
    await desk.dock.getByRole('button', { name: 'bob', exact: true }).click();
    await eventually(() => desk.consoleTab(/bob CFP/).getAttribute('aria-selected')).toBe('true');
    await eventually(said).toEqual(expect.arrayContaining(['->✎ isready', '<- readyok', '! no book']));
    expect(await filters().count()).toBe(0);
    expect((await said()).some((row) => /info depth|hello/.test(row))).toBe(false);
    await desk.consoleInput.fill('say from its own tab');
    await desk.press('Enter');
    await eventually(said).toContain('->✎ say from its own tab');
    await desk.consoleTab('All').click();
    await eventually(said).toEqual([
      ...heard,
      expect.stringMatching(/^bob <- ~from its own tab/),
      expect.any(String),
    ]);
  },
);

it(
  'shows what answers what across lines of others, at the pointer and by keys',
  { timeout: time },
  async () => {
    const inTime = async (): Promise<string[]> =>
      (await markedRows(desk)).map((row) => row.slice(13).replaceAll(/ +/g, ' '));
    const rowOf = (line: RegExp) => new RegExp(`^[\\d:.]+ ${line.source}`);
    await pointAtRow(desk, rowOf(/bob +<- +readyok/));
    await eventually(inTime).toEqual(['bob ->✎ isready', 'bob <- readyok']);
    await eventually(() => rowLabel(desk)).toMatch(/^answers “isready” after [\d.]+ (µs|ms|s)$/);
    await pointAtRow(desk, rowOf(/ann +->✎ isready/));
    await eventually(inTime).toEqual(['ann ->✎ isready', 'ann <- readyok']);
    await eventually(() => rowLabel(desk)).toMatch(/^answered after [\d.]+ (µs|ms|s): “readyok”$/);
    await pointAtRow(desk, rowOf(/cid +-> +cfp/));
    await eventually(inTime).toEqual(['cid -> cfp']);
    await eventually(() => rowLabel(desk)).toBe('no answer yet');
    await desk.bar.hover();
    await eventually(inTime).toEqual([]);

    await desk.dock.locator('.xterm-helper-textarea').focus();
    const spoken = async (): Promise<string> =>
      (await desk.dock.locator('.spoken[role=status]').textContent()) ?? '';
    // Each step is announced before the next one.
    const up = async (): Promise<string> => {
      const before = await spoken();
      await desk.press('Shift+ArrowUp');
      await eventually(spoken).not.toBe(before);
      return spoken();
    };
    for (let at = 0; at < 20 && !/^heard: readyok, /.test(await up()); at++);
    await eventually(inTime).toEqual(['ann ->✎ isready', 'ann <- readyok']);
    await desk.press('Enter');
    await eventually(spoken).toMatch(/^sent: isready, answered after .*: “readyok”$/);
    await eventually(async () => (await markedRows(desk, '.band.own')).join()).toMatch(/ann +->✎ isready$/);
  },
);

it('leads from one oddity or error to the next, whosever it is', { timeout: time }, async () => {
  const own = async (): Promise<string> =>
    (await markedRows(desk, '.band.own')).map((row) => row.slice(13).replaceAll(/ +/g, ' ')).join();
  await type('bob', 'say hallo', '<- ~hallo');
  await type('cid', 'say hullo', '<- ~hullo');
  await eventually(() => desk.dock.locator('.troubles').textContent()).toMatch(/^\s*3\s*oddities and errors/);
  const next = desk.dock.getByRole('button', { name: 'Next oddity or error' });
  await next.click();
  // Its oddity, which is shown below it, belongs to it.
  await eventually(own).toMatch(/^cid <- ~hello/);
  await next.click();
  await eventually(own).toMatch(/^bob <- ~hallo/);
  await desk.press('F8');
  await eventually(own).toMatch(/^cid <- ~hullo/);
  await desk.press('F8');
  await eventually(own).toMatch(/^cid <- ~hello/);
  await desk.press('Shift+F8');
  await eventually(own).toMatch(/^cid <- ~hullo/);

  await desk.command('Filter the lines of the console');
  await hold('hallo');
  await press('Heard');
  await eventually(said).toEqual(['bob <- ~hallo', expect.stringContaining('"hallo" holds no command')]);
  await next.click();
  await eventually(own).toMatch(/^bob <- ~hallo/);
});

/** Our first lines in the order of their appearance: the programs started in parallel. */
const expectCommands = (all: readonly string[]): string[] => {
  const sent = all.filter((row) => commands.includes(row));
  expect(sent.toSorted()).toEqual(commands);
  return sent;
};
