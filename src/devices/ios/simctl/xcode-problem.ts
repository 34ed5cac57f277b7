/** What any of Xcode's programs says when Xcode itself is not in order, and how to fix that. Sentences decide. Pure. [S2] */
import type { Reason } from '@mobile-debug/core/fault-reasons.ts';

export interface XcodeProblem {
  readonly reason: Extract<Reason, 'command_line_tools_only' | 'no_developer_tools' | 'license'>;
  readonly problem: string;
  readonly fix: string;
}

const useXcode =
  'Install Xcode, then set DEVELOPER_DIR=/Applications/Xcode.app/Contents/Developer for this server, or run `sudo xcode-select -s /Applications/Xcode.app` once.';

/** As simctl and xcrun say it [S2]. */
const problems: readonly (XcodeProblem & { readonly says: RegExp })[] = [
  {
    reason: 'command_line_tools_only',
    says: /unable to find utility "(?:simctl|devicectl|xcodebuild)"|requires Xcode, but active developer directory/,
    problem: 'Only the Command Line Tools are selected; simulators need the full Xcode.',
    fix: useXcode,
  },
  {
    reason: 'no_developer_tools',
    says: /xcode-select: (?:error|note): (?:no developer tools|unable to get active developer directory)|invalid active developer path|no developer tools were found|missing DEVELOPER_DIR path|active developer path \(.*\) does not exist/i,
    problem: 'No Xcode is selected on this computer.',
    fix: useXcode,
  },
  {
    reason: 'license',
    says: /not agreed to the Xcode license/,
    problem: 'The Xcode licence has not been accepted, so none of its tools can run.',
    fix: 'Run `sudo xcodebuild -license accept`, then `sudo xcodebuild -runFirstLaunch`.',
  },
];

/** Null when the words tell of something else. */
export function xcodeProblem(words: string): XcodeProblem | null {
  const found = problems.find(({ says }) => says.test(words));
  return found ? { reason: found.reason, problem: found.problem, fix: found.fix } : null;
}
