/**
 * What the installer of a simulator or device says, its meaning and the fix. Sentences first, domains second. Pure.
 * Source: [S12].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { errorText } from '../simctl/simctl-failures.ts';

interface Meaning {
  readonly says: RegExp;
  readonly meaning: string;
  readonly fix: string;
  /** Said of a build for real devices too, which is the more frequent reason. */
  readonly vague?: boolean;
}

export const deviceBuild: Omit<Meaning, 'says'> = {
  meaning: 'The app was built for real devices.',
  fix: "Build it for the destination 'generic/platform=iOS Simulator' and install that.",
};

const meanings: readonly Meaning[] = [
  {
    says: /application bundle was not found at the provided path/i, // [S12]
    meaning: 'There is no app bundle at this path.',
    fix: 'Pass the .app folder of a simulator build.',
  },
  {
    says: /No space left|domain=NSPOSIXErrorDomain, code=28\b/i, // [S12]
    meaning: 'The disk is full.',
    fix: 'Free space on this computer: `xcrun simctl delete unavailable` removes simulators without a runtime.',
  },
  {
    says: /(?:newer|higher|later) (?:version of )?(?:i(?:Pad)?OS|OS)|minimum (?:OS|i(?:Pad)?OS|deployment)|MinimumOSVersion|lower than the minimum|requires (?:a )?(?:newer|minimum)/i, // [S12]
    meaning: 'The app needs a newer iOS than this device has.',
    fix: 'Use a device with a newer iOS, or lower the deployment target.',
  },
  {
    says: /architecture|matching arch/i, // [S12]
    meaning: 'The app has no code for the processor of this device.',
    fix: 'Build it for this device as destination (arm64 on Apple silicon); EXCLUDED_ARCHS may exclude it.',
    vague: true,
  },
  {
    says: /iPhoneOS|built for (?:a |the )?(?:real |physical )?(?:device|iOS\b(?! Simulator))|not (?:built for|compatible with) .*simulator|DTPlatformName|wrong platform/i, // [S12]
    ...deviceBuild,
  },
  {
    says: /iPhoneSimulator|built for .*simulator/i, // [S12]
    meaning: 'The app was built for simulators.',
    fix: "Build it for the destination 'generic/platform=iOS' with signing and install that.",
  },
  {
    says: /Missing bundle ID|bundle identifier|CFBundleIdentifier|Info\.plist/i, // [S12]
    meaning: 'The Info.plist of the bundle is missing or incomplete.',
    fix: 'Build the app again; the folder must be a whole .app with Info.plist, identifier and executable.',
  },
  {
    says: /provisioning profile|code ?sign|signature|entitlement|ApplicationVerificationFailed/i, // [S12]
    meaning: 'The signature or the provisioning profile of the app is not accepted.',
    fix: 'Sign it with a team and a profile that name this device, then build again.',
  },
  {
    says: /device is busy|connecting/i, // [S12]
    meaning: 'The device is busy connecting.',
    fix: 'Keep it unlocked and connected by cable, then try again.',
  },
];

const unknown: Omit<Meaning, 'says'> = {
  vague: true,
  meaning:
    'The installer refused the app bundle, usually because it was built for another platform, processor or iOS.',
  fix: "Check that the bundle was built for this kind of device, then read the installer's words in the message.",
};

/** The device, its simulator or the service between broke off; the bundle was not judged [S12]. */
const lost =
  /connection (?:to .{1,80}? )?(?:was|became|is|has been) (?:interrupted|invalid(?:ated)?|lost|closed)|device (?:was |has been |has )?disconnected|lost connection to the device|Mach error -308|server died|Operation timed out/i;

/** Whether the installer's message does not name the cause, so that inspecting the bundle is worthwhile. */
export function isVague(said: string): boolean {
  return meaningOf(said).vague ?? false;
}

/**
 * `said` is everything that the tool printed. `failure_code` is the innermost domain and code. `known` is what the
 * bundle itself told, where the words do not.
 */
export function installFault(said: string, known: Pick<Meaning, 'meaning' | 'fix'> | null = null): Fault {
  const { pairs, innermost } = errorText(said);
  if (lost.test(said)) {
    return new Fault('DEVICE_UNAVAILABLE', `The device was lost during the installation: ${innermost}`, {
      reason: 'lost',
      retryable: true,
      nextStep: 'Wait until list_devices shows the device as ready, then install again; nothing was refused.',
    });
  }
  const { meaning, fix } = known ?? meaningOf(said);
  const last = pairs.at(-1);
  const failureCode = last ? `${last.domain} ${last.code}` : 'UNKNOWN';
  return new Fault('INSTALL_FAILED', `${meaning} The installer said: ${innermost || '(nothing)'}`, {
    nextStep: fix,
    details: { failure_code: failureCode, meaning, errors: pairs, output: said.trim().slice(0, 2_000) },
  });
}

function meaningOf(said: string): Omit<Meaning, 'says'> {
  // Folders such as `Debug-iphonesimulator` are in the words of every failure and say nothing of its reason.
  const words = said.replace(/\S*\/\S*/g, 'PATH');
  return meanings.find(({ says }) => says.test(words)) ?? unknown;
}
