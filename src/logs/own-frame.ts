/** The first frame of a stack trace that lies in the project's own code: Java and Kotlin, Dart, JavaScript, native. Source: [T4]. */

/** Packages of platforms and frameworks, in which a bug is rarely found. */
const foreign =
  /^(?:android|androidx|com\.android|com\.google\.android|dalvik|java|javax|jdk|kotlin|kotlinx|libcore|sun|org\.json|okhttp3|okio|retrofit2|dagger|io\.reactivex|_COROUTINE|com\.facebook\.react|io\.flutter)\./;

/** As the trace prints it, without its indentation; null where every frame is foreign. */
export function ownFrame(trace: string): string | null {
  for (const line of trace.split('\n')) {
    const frame = javaFrame(line) ?? dartFrame(line) ?? scriptFrame(line) ?? nativeFrame(line);
    if (frame !== null) return frame;
  }
  return null;
}

/** `at com.example.Shop.pay(Shop.kt:12)` [A14]. */
function javaFrame(line: string): string | null {
  const found = /^\s*at ([\w.$<>/]+)\(([^()]*)\)\s*$/.exec(line);
  // Modules stand before a slash.
  const method = found?.[1]?.replace(/^[\w.@]*\//, '');
  const isOwn = method?.includes('.') === true && !foreign.test(method) && !/https?:/.test(line);
  return isOwn ? `${method}(${found?.[2] ?? ''})` : null;
}

/** `#0      CartPage.total (package:shop/pages/cart.dart:88:17)` [T4]. */
function dartFrame(line: string): string | null {
  const found = /^\s*#\d+\s+(.+) \(((?:package|file):[^()]+)\)\s*$/.exec(line);
  return found && !/^package:flutter\//.test(found[2] ?? '') ? `${found[1]} (${found[2]})` : null;
}

/** `at load (http://10.0.2.2:8081/index.bundle?platform=android:4711:23)`, `load@…:4711:23` [T4]. */
function scriptFrame(line: string): string | null {
  const found =
    /^\s*at (?:(.+) \()?((?:https?|file|webpack|app|address at).*?:\d+:\d+)\)?\s*$/.exec(line) ??
    /^\s*(\w*)@(.+:\d+:\d+)\s*$/.exec(line);
  if (!found || /node_modules|\[native code\]/.test(line)) return null;
  return found[1] ? `${found[1]} (${found[2]})` : (found[2] ?? null);
}

/** `#02 pc 00000000000a1b2c  /data/app/~~x==/com.example-y==/base.apk!libshop.so (pay(int)+44)`: a library of the app [A14]. */
function nativeFrame(line: string): string | null {
  const found =
    /^\s*#\d+ pc [0-9a-f]+ +(\/data\/\S+?)(?: \(offset [^)]*\))?(?: \((.+?)\))?(?: \(BuildId: \w+\))?\s*$/.exec(
      line,
    );
  const library = found?.[1]?.split(/[/!]/).at(-1);
  if (
    !found ||
    library === undefined ||
    /^lib(?:flutter|reactnative\w*|hermes\w*|c\+\+_shared)\.so$/.test(library)
  )
    return null;
  return found[2] === undefined ? library : `${library} (${found[2]})`;
}
