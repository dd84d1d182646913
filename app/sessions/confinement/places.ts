/** Looks up what of the disk a launch is about, so that a sandbox can show that much. */
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { findProgram, shebangOf } from '../launch/check.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import type { Places } from './sandbox.ts';

/** As many as Linux follows. */
const linkLimit = 40;

/** A path, every link it leads through, and where it really lies. */
function namesOf(path: string): string[] {
  const names = [path];
  try {
    let at = path;
    while (names.length < linkLimit && lstatSync(at).isSymbolicLink()) {
      at = posix.resolve(posix.dirname(at), readlinkSync(at));
      names.push(at);
    }
    names.push(realpathSync(path));
  } catch {
    // A link that leads nowhere is found out when the engine starts.
  }
  return [...new Set(names)];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** For a plan that `inspectLaunch` has nothing against. */
export function placesOf(plan: LaunchPlan): Places {
  const file = posix.resolve(plan.cwd, plan.file);
  const interpreter = plan.interpreter === null ? null : findProgram(plan.interpreter, plan);
  const named = interpreter === null ? shebangOf(plan) : [interpreter];
  const home = plan.env['HOME'];
  return {
    command: interpreter ?? file,
    files: namesOf(file),
    interpreters: [...new Set(named.flatMap(namesOf))],
    named: [...new Set(plan.args.filter((arg) => posix.isAbsolute(arg) && existsSync(arg)).flatMap(namesOf))],
    own: namesOf(plan.cwd),
    home: home !== undefined && posix.isAbsolute(home) && home !== '/' && isFolder(home) ? home : null,
  };
}
