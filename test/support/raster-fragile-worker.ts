import { PageDrawing } from '../../src/main/printing/raster/drawing.ts';

// The real worker, but a path that says so makes the drawing hang or fall.
const draw = Reflect.get(PageDrawing.prototype, 'draw');
PageDrawing.prototype.draw = function (this: PageDrawing, path, page, dpi) {
  if (path === 'hang') for (;;);
  if (path === 'exit') process.exit(3);
  if (path === 'throw') throw new Error('fell over');
  return draw.call(this, path, page, dpi);
};

await import('../../src/main/printing/raster/worker.ts');
