import { expect, it } from 'vitest';
import { Emitter } from '../../src/main/os/emitter.ts';

it('calls all listeners, until they stop', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const stop = emitter.subscribe((value) => heard.push(`a${value}`));
  emitter.subscribe((value) => heard.push(`b${value}`));
  emitter.emit(1);
  stop();
  stop();
  emitter.emit(2);
  expect(heard).toEqual(['a1', 'b1', 'b2']);
});

it('calls listeners that are added during an event from the next one on', () => {
  const emitter = new Emitter<number>();
  const heard: number[] = [];
  const stop = emitter.subscribe(() => {
    stop();
    emitter.subscribe((value) => heard.push(value));
  });
  emitter.emit(1);
  emitter.emit(2);
  expect(heard).toEqual([2]);
});
