/** Where Java is when no variable names it: Android Studio's runtime first, then the folders of each platform. Pure. */
import { posix, win32 } from 'node:path';
import type { JavaHome } from '../../host-port/project-host.ts';
import type { FoundTool, SearchPaths } from './tool-search.ts';

export function javaCandidates(search: SearchPaths): readonly FoundTool[] {
  const program = search.platform === 'win32' ? 'java.exe' : 'java';
  const { join } = search.platform === 'win32' ? win32 : posix;
  return javaHomes(search).map(({ home, source }) => ({ path: join(home, 'bin', program), source }));
}

/** A folder that may be the home of a JDK; its release file was not read yet. */
export type JavaPlace = Omit<JavaHome, 'version'>;

/** Folders that may be the home of a JDK, most fitting first; which of them exist is for the caller to see. */
export function javaHomes(search: SearchPaths): readonly JavaPlace[] {
  const studio = studioFolders(search).map((home) => ({ home, source: 'Android Studio' }));
  const usual = usualHomes(search).map((home) => ({ home, source: 'usual folder' }));
  return [...studio, ...usual];
}

function studioFolders({ env, platform }: SearchPaths): string[] {
  const home = env['HOME'] || '/';
  if (platform === 'darwin') {
    return ['/Applications', posix.join(home, 'Applications')].flatMap((folder) =>
      ['jbr', 'jre'].map((runtime) =>
        posix.join(folder, 'Android Studio.app/Contents', runtime, 'Contents/Home'),
      ),
    );
  }
  if (platform === 'win32') {
    const folder = win32.join(env['ProgramFiles'] ?? 'C:\\Program Files', 'Android', 'Android Studio');
    return ['jbr', 'jre'].map((runtime) => win32.join(folder, runtime));
  }
  return ['/opt/android-studio', posix.join(home, 'android-studio'), '/snap/android-studio/current'].flatMap(
    (folder) => ['jbr', 'jre'].map((runtime) => posix.join(folder, runtime)),
  );
}

function usualHomes({ env, platform, list }: SearchPaths): string[] {
  const home = env['HOME'] || '/';
  const inside = (folder: string, ...rest: string[]): string[] =>
    list(folder).map((name) => (platform === 'win32' ? win32 : posix).join(folder, name, ...rest));
  if (platform === 'win32') {
    const files = env['ProgramFiles'] ?? 'C:\\Program Files';
    return ['Java', 'Eclipse Adoptium', 'Microsoft', 'Zulu'].flatMap((vendor) =>
      inside(win32.join(files, vendor)),
    );
  }
  const sdkman = inside(posix.join(home, '.sdkman/candidates/java'));
  if (platform === 'darwin') {
    return [
      ...inside('/Library/Java/JavaVirtualMachines', 'Contents/Home'),
      ...inside(posix.join(home, 'Library/Java/JavaVirtualMachines'), 'Contents/Home'),
      ...['17', '21', ''].map((version) =>
        posix.join(
          '/opt/homebrew/opt',
          version === '' ? 'openjdk' : `openjdk@${version}`,
          'libexec/openjdk.jdk/Contents/Home',
        ),
      ),
      ...sdkman,
    ];
  }
  return [...inside('/usr/lib/jvm'), ...sdkman, ...inside(posix.join(home, '.jdks'))];
}
