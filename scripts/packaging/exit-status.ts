/**
 * Makes this process fail unless the returned function was called. A dependency of electron-builder
 * ends the process with 0 as soon as the event loop is empty, over any `process.exitCode`, and also
 * if a promise never settled. An exit code set in an `exit` listener wins.
 */
export function failUnlessDone(): () => void {
  let isDone = false;
  process.on('exit', () => {
    if (!isDone && (process.exitCode ?? 0) === 0) process.exitCode = 1;
  });
  return () => {
    isDone = true;
  };
}
