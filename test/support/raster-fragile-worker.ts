import { PageDrawing } from '../../src/main/drawing/drawing.ts';

// The real worker, but a path that says so makes the drawing hang or crash.
const draw = Reflect.get(PageDrawing.prototype, 'draw');
PageDrawing.prototype.draw = function (this: PageDrawing, path, page, dpi) {
  // It hangs without using a core; an endless page tests that a busy thread ends as well.
  if (path === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (path === 'exit') process.exit(3);
  if (path === 'throw') throw new Error('fell over');
  return draw.call(this, path, page, dpi);
};

await import('../../src/main/printing/raster/worker.ts');
