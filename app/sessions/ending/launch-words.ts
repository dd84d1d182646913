/** Words what keeps an engine from being started. */
import { inspectLaunch, type LaunchFinding } from '../launch/check.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { scratchAdvice, scratchReason, type Words } from './confined-words.ts';
import { quoted } from './remains.ts';

/**
 * What is wrong with a launch, with advice.
 * @param isNamed whether the words name the file; they need not where it stands before them
 */
export function describeFinding(finding: LaunchFinding, isNamed = true): Words {
  const file = isNamed && 'file' in finding ? finding.file : 'it';
  const line = isNamed ? `the \`#!\` line of ${file}` : 'its `#!` line';
  switch (finding.kind) {
    case 'missing':
      return { reason: `${file} does not exist`, advice: 'Check its path.' };
    case 'folder':
      return {
        reason: `${file} is a folder`,
        advice: 'Choose the program inside it.',
      };
    case 'not a file':
      return {
        reason: `${file} is neither a program nor a script`,
        advice: 'Choose a regular file.',
      };
    case 'unreadable':
      return {
        reason: `${file} cannot be read (${finding.code})`,
        advice: 'Check the permissions of the file and of the folders above it.',
      };
    case 'not executable':
      return {
        reason: `${file} is not executable`,
        advice:
          'Make it executable (chmod +x), or name the program that runs it, with this file as its argument.',
      };
    case 'empty':
      return { reason: `${file} is empty`, advice: 'Build or copy the engine again.' };
    case 'plain text':
      return {
        reason: `${file} is text that does not begin with a \`#!\` line`,
        advice:
          'Put its interpreter on the first line, for example `#!/usr/bin/env python3`, or name that program, with this file as its argument.',
      };
    case 'batch words':
      return {
        reason: `${quoted(finding.word)} cannot be passed to a batch file safely`,
        advice:
          'Remove percent signs, double quotes and line breaks, or choose the program that the batch file starts.',
      };
    case 'no interpreter':
      return {
        reason: `the interpreter ${finding.interpreter} for ${file} was not found`,
        advice: 'Install it on PATH, and restart Plywire if PATH has changed.',
      };
    case 'script interpreter':
      return {
        reason:
          finding.interpreter === ''
            ? `${line} names no interpreter`
            : `${line} names ${quoted(finding.interpreter)}, which was not found`,
        advice: 'Correct the first line of the script, or install what it names.',
      };
    case 'carriage return':
      return {
        reason: `${line} ends in a carriage return, so that ${quoted(finding.interpreter)} is not found`,
        advice: 'Save the script with Unix line ends (LF).',
      };
    case 'no folder':
      return {
        reason: `the working folder ${finding.folder} does not exist`,
        advice: 'Choose another working folder.',
      };
    case 'leads out':
      return {
        reason:
          `${file} leads to ${finding.target} by a link in ${finding.folder}, ` +
          'where the engine may write: the sandbox does not follow it, as the engine may have put it there',
        advice: `If you trust it, choose ${finding.target} as the program, or do not allow writing to the folder.`,
      };
    case 'full':
      return { reason: scratchReason(finding), advice: scratchAdvice(finding.folder) };
  }
}

/** The fault of a plan that cannot be started; null if none is found. */
export function checkLaunch(plan: LaunchPlan): Words | null {
  const finding = inspectLaunch(plan);
  return finding === null ? null : describeFinding(finding);
}

/** Errors that mean a shortage of our own or of the system, not a fault of the engine. */
export const ownShortage = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

export function spawnWords(file: string, code: string): Words {
  if (ownShortage.has(code)) {
    return {
      reason: `the system cannot start another process (${code})`,
      advice: 'End some engines and try again.',
    };
  }
  if (code === 'ENOENT') {
    return {
      reason: `${file} exists, but its loader does not (${code})`,
      advice: 'The file may be built for another system. Build it for this one.',
    };
  }
  return {
    reason: `${file} cannot be started (${code})`,
    advice: 'Check that the file is built for this system and that its arguments are right.',
  };
}
