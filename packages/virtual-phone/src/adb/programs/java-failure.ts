/** How Java tools and shell commands of the system server fail: exceptions with a stack, in the words of their version. */
import { type Call, err } from '../shell/program.ts';

/** A `cmd` into the system server caught it: exit 255. `command` is the first word that the service was given. */
export async function failInServer(
  call: Call,
  command: string,
  exception: string,
  frames: readonly string[] = [],
): Promise<number> {
  const stack = [
    ...frames,
    'com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)',
  ];
  await err(
    call,
    `\nException occurred while executing '${command}':\n${exception}\n${stack.map((frame) => `\tat ${frame}\n`).join('')}`,
  );
  return 255;
}

/** An `app_process` tool died of it: exit 1. */
export async function failInTool(
  call: Call,
  exception: string,
  frames: readonly string[] = [],
): Promise<number> {
  const stack = [...frames, 'com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)'];
  await err(
    call,
    `Exception in thread "main" ${exception}\n${stack.map((frame) => `\tat ${frame}\n`).join('')}`,
  );
  return 1;
}
