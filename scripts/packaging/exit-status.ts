/**
 * Makes this process end with a failure unless the function it gives was called. A dependency of electron-builder ends the
 * process with 0 as soon as nothing is left to do, over any `process.exitCode`, and also when a promise never settled. What
 * is set in an `exit` listener is the last word.
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
