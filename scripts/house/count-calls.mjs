/** Preloaded into the server that is measured: answers over IPC which functions ran since the last time, and its CPU time. */
import { Session } from 'node:inspector';

const session = new Session();
session.connect();

/** Node's inspector calls back at once when it is asked from the thread that it inspects. */
function post(method, params) {
  let answer;
  session.post(method, params, (error, result) => {
    if (error) throw new Error(error.message);
    answer = result;
  });
  return answer;
}

process.on('message', (message) => {
  if (message === 'start') {
    post('Profiler.enable');
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  if (message === 'cpu') process.send(cpuMs());
  else process.send(message === 'take' ? ran(post('Profiler.takePreciseCoverage').result) : []);
});
process.channel.unref();

/** Names of the functions that ran, by module. What has no name and begins with the file is the module itself. */
function ran(scripts) {
  return scripts.flatMap(({ url, functions }) => {
    const names = functions
      .filter(
        ({ functionName, ranges: [whole] }) =>
          whole.count > 0 && !(functionName === '' && whole.startOffset === 0),
      )
      .map(({ functionName }) => functionName);
    return url.startsWith('file:') && names.length > 0 ? [{ url, names }] : [];
  });
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
