/** Which JDK fits a Gradle project. The choice is passed to that build alone; nothing of the computer is changed. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { JavaHome, ProjectHost } from '../host-port/project-host.ts';
import { joinPath } from './paths.ts';

export interface JavaNeed {
  /** Of the wrapper, for example `8.5`; null when unknown. */
  readonly gradle: string | null;
  /** Of the Android Gradle plugin; null when unknown. */
  readonly plugin: string | null;
}

/** The newest Java that each Gradle runs on (docs.gradle.org/current/userguide/compatibility.html), newest Gradle first. */
const newestJava: readonly (readonly [major: number, minor: number, java: number])[] = [
  [9, 1, 25],
  [8, 14, 24],
  [8, 10, 23],
  [8, 8, 22],
  [8, 5, 21],
  [8, 3, 20],
  [7, 6, 19],
  [7, 5, 18],
  [7, 3, 17],
  [7, 0, 16],
  [6, 7, 15],
  [6, 3, 14],
  [6, 0, 13],
  [5, 4, 12],
  [5, 0, 11],
];

/** Smallest and largest major version of Java; the largest is infinite when Gradle is unknown. */
export function javaRange({ gradle, plugin }: JavaNeed): { readonly least: number; readonly most: number } {
  const [major = 0, minor = 0] = numbers(gradle);
  const most = gradle === null ? Number.POSITIVE_INFINITY : mostFor(major, minor);
  const [pluginMajor = 0] = numbers(plugin);
  const byPlugin = pluginMajor >= 8 ? 17 : pluginMajor === 7 ? 11 : 8;
  return { least: Math.max(byPlugin, major >= 9 ? 17 : 8), most };
}

function mostFor(major: number, minor: number): number {
  const row = newestJava.find(([from, fromMinor]) => major > from || (major === from && minor >= fromMinor));
  return row?.[2] ?? 8;
}

/** 1.8 and 8 are the same. */
export function javaMajor(version: string | null): number | null {
  const [first, second] = numbers(version);
  if (first === undefined) return null;
  return first === 1 ? (second ?? null) : first;
}

/**
 * The JDK for this build: an explicit one as it is, else the first that fits, the newest where several come from one
 * place. TOOL_NOT_FOUND that says what was found and what is needed.
 */
export function chooseJava(homes: readonly JavaHome[], need: JavaNeed): JavaHome {
  const explicit = homes.find(({ source }) => source === 'GRADLE_JAVA_HOME');
  if (explicit) return explicit;
  const { least, most } = javaRange(need);
  const fits = ({ version }: JavaHome): boolean => {
    const major = javaMajor(version);
    return major === null || (major >= least && major <= most);
  };
  const known = homes.filter((home) => fits(home) && home.version !== null);
  const found = known[0] ?? homes.find(fits);
  if (found) return found;
  const range = Number.isFinite(most) ? `Java ${least} to ${most}` : `Java ${least} or newer`;
  const there = homes.map(({ home, version }) => `${version ?? 'unknown'} (${home})`).join(', ');
  throw new Fault(
    'TOOL_NOT_FOUND',
    `This project needs ${range} (Gradle ${need.gradle ?? 'of unknown version'}${need.plugin === null ? '' : `, Android plugin ${need.plugin}`}). Found: ${there || 'none'}.`,
    {
      nextStep: `Install JDK ${Math.min(Math.max(least, 17), most)}, or set GRADLE_JAVA_HOME to a matching one.`,
    },
  );
}

export interface GradleHealth {
  readonly javaHome: string | null;
  readonly valid: boolean;
  readonly filesChecked: readonly string[];
  readonly problems: readonly string[];
  readonly fixes: readonly string[];
}

/** Whether Gradle would find a Java here: variables, JDKs, and the homes that gradle.properties files name. */
export async function gradleHealth(op: Operation, host: ProjectHost): Promise<GradleHealth> {
  const { problems: wrongFiles, filesChecked, named } = await readProperties(op, host);
  const { homes, problem } = await homesOf(op, host);
  const problems = [...wrongFiles, ...(problem ? [problem.message] : [])];
  const fixes = [
    ...wrongFiles.map(() => 'Correct or remove org.gradle.java.home in that file.'),
    ...(problem ? [problem.nextStep] : []),
  ];
  const javaHome = named ?? homes[0]?.home ?? null;
  if (javaHome === null && problems.length === 0) {
    problems.push('No JDK was found.');
    fixes.push('Install JDK 17 (or Android Studio), or set GRADLE_JAVA_HOME.');
  }
  return { javaHome, valid: javaHome !== null && problems.length === 0, filesChecked, problems, fixes };
}

async function homesOf(
  op: Operation,
  host: ProjectHost,
): Promise<{ homes: readonly JavaHome[]; problem: Fault | null }> {
  try {
    return { homes: await host.javaHomes(op), problem: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { homes: [], problem: error };
  }
}

async function readProperties(op: Operation, host: ProjectHost) {
  const { env, workFolder } = host;
  const userHome = env['HOME'] ?? env['USERPROFILE'];
  const gradleHome =
    env['GRADLE_USER_HOME'] ?? (userHome === undefined ? null : joinPath(userHome, '.gradle'));
  const folders = [...(gradleHome === null ? [] : [gradleHome]), workFolder, joinPath(workFolder, 'android')];
  const filesChecked: string[] = [];
  const problems: string[] = [];
  let named: string | null = null;
  for (const folder of folders) {
    const path = joinPath(folder, 'gradle.properties');
    const text = await host.readText(op, path);
    if (text === null) continue;
    filesChecked.push(path);
    // As Gradle and its plugins have it [T5].
    const home = /^\s*org\.gradle\.java\.home\s*=\s*(.+?)\s*$/m.exec(text)?.[1];
    if (home === undefined) continue;
    if (await host.stat(op, joinPath(home, 'bin'))) named ??= home;
    else problems.push(`${path} sets org.gradle.java.home to ${home}, which does not exist.`);
  }
  return { filesChecked, problems, named };
}

function numbers(version: string | null): number[] {
  return (version ?? '')
    .split(/[.+_-]/)
    .filter((part) => part !== '')
    .map(Number)
    .filter((part) => Number.isInteger(part));
}
