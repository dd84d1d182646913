/** Searches as they are asked for, replaced, answered and given up; the table stands in `driver.ts`. */
import type { Line } from '../../games/line.ts';
import { stones as game } from '../../games/stones/index.ts';
import type { DriverEvent, Search } from '../protocol.ts';
import { bareReport, type Answer } from '../report.ts';
import { because, FOLLOWS_ONLY, noBetter } from './objections.ts';
import { routeOf, type Answered, type Route, type Talk, type Task } from './talk.ts';

const ELSEWHERE =
  'a bot serves one match in its order, and this one has been told another; it takes a new process';

const failed = ({ id }: Search, reason: string): DriverEvent => ({ kind: 'failed', search: id, reason });

/** Why a line of play cannot be told to a bot, in words; null where it can. */
export const objectionTo = ({ game: { id, name } }: Line): string | null =>
  id === game.id ? null : `GoS carries the Game of Stones only, not ${name}`;

/** A new search takes the place of the one before, whose answer is its own where both ask the same. */
export function takeSearch(talk: Talk, search: Search, out: DriverEvent[]): void {
  const before = talk.task;
  if (before) endTask(talk, before, 'a newer search took its place', out);
  const reason = refusalOf(talk, search);
  if (reason !== null) out.push(failed(search, reason));
  else talk.task = { search, route: talk.routeTo(search), first: null, ending: false };
}

function refusalOf(talk: Talk, { line, limit, only }: Search): string | null {
  const reason = objectionTo(line);
  if (reason !== null) return reason;
  const result = line.game.result(line.position);
  if (result) return `the game is over: ${result.reason}`;
  if (limit.kind === 'depth') return 'GoS has no limit of depth; how long a bot may think is a setting of it';
  if (only !== undefined && only !== null) return 'GoS cannot ask about one move alone';
  if (talk.over) return 'the bot no longer answers';
  if (talk.state === 'quitting') return 'the match of this bot is over';
  return talk.start ? null : 'the conversation has not begun';
}

/** Nothing stops a bot: one that thinks answers all the same, and its report follows. */
export function stopSearch(talk: Talk, out: DriverEvent[]): void {
  const { task } = talk;
  if (!task) return;
  if (task.first === null && talk.wire.requests.length > 0 && isAsked(talk, task)) task.ending = true;
  else endTask(talk, task, 'it was stopped before it began', out);
}

/** The request at its end has gone out. */
const isAsked = (talk: Talk, { route }: Task): boolean => talk.toldOf(route) === route.length + 1;

/** No answer that is yet to come is this search's. */
export function endTask(talk: Talk, { search, first }: Task, reason: string, out: DriverEvent[]): void {
  talk.task = null;
  if (first === null) out.push(failed(search, reason));
  else out.push({ kind: 'report', search: search.id, report: first, final: true });
}

/** Does with the search what can be done without the bot; false where there is nothing. */
export function serve(talk: Talk, out: DriverEvent[]): boolean {
  const { task, answered } = talk;
  if (!task || talk.wire.requests.length > 0) return false;
  const told = talk.toldOf(task.route);
  if (told === null) endTask(talk, task, ELSEWHERE, out);
  else if (told <= task.route.length) return false;
  else if (answered?.told === told) conclude(talk, task, answered, out);
  else endTask(talk, task, 'the bot was asked and has not answered', out);
  return true;
}

function conclude(talk: Talk, task: Task, answered: Answered, out: DriverEvent[]): void {
  const { search, route, first } = task;
  const { why, seconds, request } = answered;
  const answer = answerIn(talk, route, answered);
  if (first !== null) {
    const report = { ...bareReport(first.answer, first.seconds + seconds), rest: [answer] };
    talk.task = null;
    out.push({ kind: 'report', search: search.id, report, final: true });
    return;
  }
  if (search.purpose === 'analyse' && route.plan.isEdited && why !== null) {
    talk.looksAway = talk.canWalkWhole(search.line);
    if (!talk.looksAway) {
      const { answer: said } = answered;
      const move = said.kind === 'move' ? game.moveText(request.position, said.move as number) : said.text;
      endTask(talk, task, `${move} is illegal here: ${why}; ${FOLLOWS_ONLY}`, out);
      return;
    }
  }
  const report = bareReport(answer, seconds);
  const isMore = search.purpose === 'analyse' && !task.ending && request.position.phase === 'first';
  const goesOn =
    isMore && answer.kind === 'move' && why === null && goOn(task, request.position, answer.move as number);
  if (goesOn) task.first = report;
  else talk.task = null;
  out.push({ kind: 'report', search: search.id, report, final: !goesOn });
}

function answerIn({ enums }: Talk, { plan }: Route, answered: Answered): Answer {
  if (plan.isEdited) return because(answered, FOLLOWS_ONLY);
  return enums.hopeless ? because(answered, noBetter(enums)) : answered.answer;
}

/** Has the second action of the turn asked for as well; false where the first one ends the game. */
function goOn(task: Task, position: Answered['request']['position'], move: number): boolean {
  if (game.result(game.play(position, move)) !== null) return false;
  const { plan } = task.route;
  plan.play(move);
  task.route = routeOf(plan);
  return true;
}
