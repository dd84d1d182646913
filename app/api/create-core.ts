/** Assembles the host: storage, sessions, the game on the board and the analysis. Each host creates one core. */
import { Analysts } from '../analysis/analysts.ts';
import { TruthAsker } from '../analysis/truth-asker.ts';
import { LineExplorer } from '../analysis/line-explorer.ts';
import { Proofs } from '../analysis/proofs.ts';
import { mostRemembered } from '../library/analyses.ts';
import { findBundledEngines } from '../library/bundled.ts';
import { BuildStore } from '../builds/build-store.ts';
import { Recording } from '../evaluations/recording.ts';
import { EvaluationsShown } from '../evaluations/shown.ts';
import { EvaluationStore } from '../evaluations/store.ts';
import { Tellers } from '../evaluations/tellers.ts';
import { removeParts } from '../library/files.ts';
import { GameLibrary } from '../game-library/library.ts';
import { sweep } from '../library/running/sweep.ts';
import { RemovedScratch } from '../library/removed-scratch.ts';
import { Revealer, scratchFolders, trashFolder } from '../library/storage.ts';
import { spoolFolder, ReplayFolder } from '../library/replay-folder.ts';
import { Trash } from '../library/trash.ts';
import { limitsFor } from '../play/judge.ts';
import { ownerAmong } from '../play/session-owner.ts';
import { Searcher } from '../replay/searcher.ts';
import { SessionRegistry } from '../sessions/session-registry.ts';
import { probeConfinement } from '../sessions/confinement/confinement.ts';
import type { HostChanges, HostState } from './contract.ts';
import { Bundles } from './bundles.ts';
import { Checking } from './checking.ts';
import { Clients } from './clients.ts';
import { Contacts } from './contacts.ts';
import { EngineLauncher } from './engine-launcher.ts';
import type { Core, CoreOptions } from './core.ts';
import { exampleGame } from './example.ts';
import { freshKey, Games } from './games.ts';
import { KeptJournals } from './kept-journals.ts';
import { Picker } from './picker.ts';
import { Presence } from './presence.ts';
import { Publisher } from './publisher.ts';
import { RecordFiles } from './record-files.ts';
import { Replays } from './replays.ts';
import { laneEngine } from './report-engine.ts';
import { reportMemory } from './report-memory.ts';
import { keepSaid } from './said-in-files.ts';
import { Reports } from './reports.ts';
import { Saver } from './saving.ts';
import { sweptWords } from './notices.ts';
import { openHome } from './open-home.ts';
import { hostSlices } from './slices.ts';
import { aboutState, analysisStates, engineState, gameHeader, gameState, sessionState } from './state.ts';

/** In milliseconds between two looks at what other hosts have kept. */
const lookMilliseconds = 3000;

/** Resolves when settings, engines and games have been read; cleaning up after a killed Plywire goes on meanwhile. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { home, sandboxFlag: flag } = options;
  const [bundled, found] = await Promise.all([
    findBundledEngines(options.bundledEngines),
    probeConfinement(process.env, process.platform, home.folder, scratchFolders(home)),
  ]);
  const confinement = flag === undefined ? found : { ...found, flag };
  const { sandbox } = confinement;
  const say = options.say ?? (() => undefined);
  const presence = new Presence({ home, say, onChange: (what) => publisher.touch(what) });
  const { register, trouble, others, notice, caretaker } = presence;
  // Cleans up after a killed Plywire; the start does not wait for it.
  const trash = new Trash(trashFolder(home), (sentence) => notice(sentence));
  const replayFolder = new ReplayFolder(spoolFolder(home), () => register.owner());
  const sweeping = Promise.all([
    sweep(home.running, register.path),
    removeParts(home.folder),
    removeParts(home.games),
    trash.removeForgotten(),
    replayFolder.removeForgotten(others),
  ]).then(([swept]) => sweptWords(swept).forEach((sentence) => notice(sentence)));

  const publisher: Publisher<HostState, HostChanges> = new Publisher(
    hostSlices({
      about: () => aboutState(options.version, home.folder, sandbox),
      games: () =>
        games.list().map((each) =>
          gameHeader(each, {
            file: files.fileOf(each.game),
            isUntouched: games.isUntouched(each.game.key),
          }),
        ),
      game: () => ({
        rest: { ...gameState(games.shown), isExample: games.isExample(games.shown.key) },
        tree: games.shown.tree,
      }),
      engines: () =>
        engines.list().map((engine) => engineState(engine, contacts.contactOf(engine.record.id))),
      sessions: () => sessionRegistry.list().map((entry) => sessionState(entry, sessionRegistry)),
      analyses: () => analysisStates(analysts),
      report: () => reports.state,
      reportMoves: () => reports.moves,
      proofs: () => proofs.standing,
      evaluations: () => shownEvaluations.state,
      settings: () => settings.value,
      trouble: () => trouble.text,
      notices: () => [...presence.notices, ...journals.notices],
    }),
    ['sessions', 'analyses', 'evaluations'],
  );

  const { settings, engines, remembered, folder, links, jobs, stored } = await openHome(
    options,
    bundled,
    presence,
  );

  const sessionRegistry = new SessionRegistry({
    ...{ journals: home.journals, confinement, caretaker },
    most: () => settings.value.enginesAtOnce,
    onChange: () => publisher.touch('sessions', 'analyses'),
  });
  const journals = new KeptJournals({
    ...{ folder: home.journals, sessionRegistry, others },
    limit: () => settings.value.journalsMiB * 1024 ** 2,
    exclusively: (work) => presence.alone('journals', work),
    say: (sentence) => {
      publisher.touch('notices');
      say(sentence);
    },
  });
  const evaluations: EvaluationStore = new EvaluationStore({
    ...{
      folder: home.evaluations,
      register,
      others,
      say: (sentence) => notice(sentence, 'evaluations'),
      written: presence.written('the evaluations'),
    },
    limit: () => settings.value.evaluationsMiB * 1024 ** 2,
    onChange: (digest) => shownEvaluations.changed(digest),
  });
  const shownEvaluations = new EvaluationsShown(evaluations, () => publisher.touch('evaluations'));
  // A hash that cannot be kept is computed again, so that nothing is lost.
  const { exclusively } = presence.keeping('the hashes of programs');
  const tellers = new Tellers(home.evaluations, { exclusively });
  const recording = new Recording(evaluations, tellers);
  const builds = new BuildStore({
    ...{ folder: home.builds, limit: () => settings.value.buildsMiB * 1024 ** 2 },
    say: (sentence) => notice(sentence, 'builds'),
  });
  const changed = () => publisher.touch('engines', 'sessions');
  const launcher: EngineLauncher = new EngineLauncher(sessionRegistry, engines, settings, {
    onOpened: (engine, session, facts) => {
      recording.watch(session, facts);
      contacts.watch(engine, session);
      journals.watch(session);
    },
    onOptions: (session, values) => recording.setOptions(session, values),
    onLearned: changed,
  });
  const contacts: Contacts = new Contacts(launcher, sessionRegistry, engines, changed);
  const checking = new Checking(sessionRegistry.room);
  const explorer = new LineExplorer({
    open: (leader) => launcher.openBeside(leader, 'best line'),
    dismiss: (handle) => void handle.close().then(() => sessionRegistry.dismiss(handle.session.id)),
  });
  const analysts: Analysts = new Analysts(
    {
      open: ({ engine, protocol, options: own }) => launcher.open(engine, protocol, 'analysis', own),
      isFull: () => sessionRegistry.room.free === 0,
      isKnown: (engine) => engines.has(engine),
      keep: (all) => void remembered.change(() => all.slice(-mostRemembered)).catch(() => undefined),
      onChange: () => {
        explorer.accompany(analysts.sessions);
        giveWay();
        publisher.touch('analyses');
      },
    },
    remembered.value,
  );
  /** What a report waits for: an engine's move in a game, and the analysis of the position shown. */
  const giveWay = (): void => {
    const plays = games.list().some(({ game }) => game.thinking !== null);
    reports.yieldTo(plays ? 'play' : analysts.isBusy ? 'analysis' : null);
  };
  // An analysis has no end of its own, and without a window nothing shows it.
  const clients = new Clients(
    { onAbsent: () => analysts.pause(), onReturn: () => analysts.goOn() },
    options.clock,
  );
  const truth = new TruthAsker(options.truthThread);
  const memory = reportMemory(evaluations, jobs);
  const reports: Reports = new Reports({
    version: options.version,
    ...{ askTruth: truth.ask, memory, jobs },
    game: (key) => games.list().find(({ game }) => game.key === key)?.game ?? null,
    engine: (asked, line) =>
      laneEngine({ engines, launcher, sessionRegistry, evaluations, tellers }, line, asked),
    onChange: () => publisher.touch('report', 'reportMoves'),
    onIdle: () => {
      for (const { session, purpose } of sessionRegistry.list())
        if (purpose === 'report' && session.ending?.word === 'quit') sessionRegistry.dismiss(session.id);
    },
  });
  // In a thread of its own, so that it need not wait for a report.
  const proving = new TruthAsker(options.truthThread);
  const proofs = new Proofs(proving.ask, () => publisher.touch('proofs'));

  const games: Games = new Games(
    {
      ...{ launcher, folder, notice },
      limits: (game) => limitsFor(game, settings.value.gameLimits),
      written: presence.written('the games'),
      onChange: (key) => {
        publisher.touch('games');
        giveWay();
        if (key !== games.place.game) return;
        analysts.follow(games.shown.line(), games.place);
        proofs.follow(games.shown.open);
        shownEvaluations.follow(games.shown.open);
        // A report tells of moves that the game has.
        publisher.touch('game', 'analyses', 'report', 'reportMoves');
      },
      onGone: (keys) => void links.unlink(keys),
    },
    stored.held,
    options.showsExample === true && stored.isNew ? exampleGame(freshKey()) : null,
  );

  const picker = new Picker(options.pickerRoots);
  if (options.admitsKnownFiles === true)
    await Promise.all([...links.paths()].map((path) => picker.readmit(path)));
  const files = new RecordFiles({
    ...{ picker, games, links, evaluations },
    onChange: () => publisher.touch('games'),
    now: () => Date.now(),
  });

  analysts.follow(games.shown.line(), games.place);
  proofs.turn(settings.value.proofs);
  proofs.follow(games.shown.open);
  // What other hosts of this home hear, the engines and folders that they add, and what other programs do to the user's
  // files come into view without a step.
  const looking = options.keepsGame
    ? setInterval(() => {
        void evaluations.look();
        void files.look();
        void engines.look().then((isOther) => {
          if (isOther) publisher.touch('engines');
        });
        void library.look();
      }, lookMilliseconds).unref()
    : null;
  // A command that shows no board opens the store only once an engine says something.
  if (options.keepsGame) {
    void evaluations.open();
    shownEvaluations.follow(games.shown.open);
  }

  const library = new GameLibrary({
    ...{ home: home.library, thread: options.indexThread, matches: home.matches },
    keeping: presence.keeping('the game library'),
    choiceOf: (path) => links.choiceOf(path),
    onSaid: (file, said) => keepSaid(evaluations, file, said),
    trouble: (sentence) => trouble.tell(sentence),
  });

  const searcher = new Searcher(options.searchThread);
  const replays = new Replays(replayFolder, home.journals, sessionRegistry, picker, engines);

  const core: Core = {
    version: options.version,
    home,
    presence,
    clients,
    settings,
    engines,
    confinement,
    caretaker,
    sessionRegistry,
    launcher,
    contacts,
    checking,
    games,
    analysts,
    explorer,
    reports,
    memory,
    proofs,
    evaluations,
    recording,
    tellers,
    builds,
    proving,
    truth,
    library,
    picker,
    files,
    saver: new Saver(files),
    replays,
    bundles: new Bundles(() => core),
    revealer: new Revealer(home, options.reveal ?? null),
    journals: journals.shelf,
    trash,
    scratch: new RemovedScratch(home, trash, (sentence) => notice(sentence)),
    otherHosts: others,
    searcher,
    publisher,
    ownerOf: (session) => games.ownerOf(session) ?? ownerAmong([analysts, explorer], session),
    close: async () => {
      const reporting = reports.close();
      // First, so that no game takes the end of its engine for a failure, or asks the next one.
      for (const { game } of games.list()) game.close();
      if (looking !== null) clearInterval(looking);
      clients.close();
      analysts.end();
      contacts.close();
      searcher.close();
      truth.close();
      proving.close();
      await Promise.all([reporting, sessionRegistry.closeAll(), checking.close(), replays.close()]);
      await Promise.all([
        settings.save(),
        engines.save(),
        remembered.save(),
        // The files of looks are forgotten with them.
        games.end().then(() => links.save()),
        sweeping,
        trash.empty(),
        library.close(),
        journals.close(),
        recording.settled().then(() => evaluations.close()),
      ]);
      register.close();
    },
  };
  return core;
}
