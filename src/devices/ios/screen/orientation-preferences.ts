/** How a simulator is turned, as the preferences of its window say. */

/**
 * The angle that `defaults read com.apple.iphonesimulator DevicePreferences` gives for a simulator. Null when there is
 * none: the window was never turned, or is not shown [S1].
 */
export function angleIn(preferences: string, udid: string): number | null {
  const at = preferences.indexOf(udid);
  if (at < 0) return null;
  const found = /SimulatorWindowRotationAngle"?\s*=\s*"?(-?\d+(?:\.\d+)?)/.exec(block(preferences.slice(at)));
  return found ? Number(found[1]) : null;
}

/** From the first brace to the one that closes it. */
function block(text: string): string {
  let depth = 0;
  for (let at = text.indexOf('{'); at >= 0 && at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return text.slice(0, at);
  }
  return text;
}
