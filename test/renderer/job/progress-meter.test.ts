import { describe, expect, it } from 'vitest';
import { ProgressMeter } from '../../../src/renderer/job/job-model.ts';

describe('the progress meter', () => {
  it('computes the remaining time from recent progress', () => {
    const meter = new ProgressMeter();
    expect(meter.read(0, 60)).toBeNull();
    for (let second = 0; second <= 10; second += 1) meter.add(second * 1000, second * 4);
    expect(meter.read(10_000, 60)).toBe(15);
  });

  it('forgets how slow it was long ago', () => {
    const meter = new ProgressMeter();
    for (let second = 0; second <= 60; second += 1)
      meter.add(second * 1000, second < 30 ? 0 : (second - 30) * 2);
    expect(meter.read(60_000, 100)).toBeCloseTo(50, 0);
  });

  it('restarts when a job is collected again', () => {
    const meter = new ProgressMeter();
    meter.add(0, 90);
    meter.add(5000, 3);
    expect(meter.read(5500, 100)).toBeNull();
  });

  it.each([false, true])('takes no pause for the pace of the labels (said: %j)', (isSaid) => {
    const meter = new ProgressMeter();
    for (let second = 0; second <= 60; second += 1) meter.add(second * 1000, second);
    const backS = isSaid ? 70 : 3600;
    if (isSaid) meter.restart();
    expect(meter.read(backS * 1000, 140)).toBeNull();
    for (let second = 1; second <= 10; second += 1) meter.add((backS + second) * 1000, 60 + second);
    expect(meter.read((backS + 10) * 1000, 130)).toBeCloseTo(130);
  });
});
