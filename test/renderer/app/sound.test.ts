import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restAfterMs, Sounds } from '../../../src/renderer/app/sound.ts';

/** An audio device that writes down how loud it was, and whether its stream is open. */
class FakeAudio extends EventTarget {
  state = 'suspended';
  readonly currentTime = 0;
  readonly destination = {};
  readonly peaks: number[] = [];

  resume = (): Promise<void> => {
    this.state = 'running';
    return Promise.resolve();
  };
  suspend = (): Promise<void> => {
    this.state = 'suspended';
    return Promise.resolve();
  };
  createGain = () => ({
    connect: () => undefined,
    gain: {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: (value: number) => void (value > 0 && this.peaks.push(value)),
    },
  });
  createOscillator = () => ({
    type: 'sine',
    frequency: { value: 0 },
    connect: () => undefined,
    start: () => undefined,
    stop: () => undefined,
  });
}

let audio: FakeAudio;
let opened: number;
const settings = { sounds: true, soundSet: 'usual' as 'usual' | 'loud', soundVolume: 50 };
const makeSounds = () =>
  new Sounds(
    () => settings,
    () => {
      opened += 1;
      return audio as unknown as AudioContext;
    },
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  audio = new FakeAudio();
  opened = 0;
  Object.assign(settings, { sounds: true, soundSet: 'usual', soundVolume: 50 });
});
afterEach(() => vi.useRealTimers());

describe('the sounds', () => {
  it('hold the sound card only while a sound plays', () => {
    const sounds = makeSounds();
    expect(opened).toBe(0);
    sounds.play('success');
    expect(audio.state).toBe('running');
    vi.advanceTimersByTime(restAfterMs - 1);
    sounds.play('error');
    vi.advanceTimersByTime(restAfterMs - 1);
    expect(audio.state).toBe('running');
    vi.advanceTimersByTime(1);
    expect(audio.state).toBe('suspended');
    sounds.play('done');
    expect([audio.state, opened]).toEqual(['running', 1]);
    sounds.rest();
    expect([audio.state, vi.getTimerCount()]).toEqual(['suspended', 0]);
  });

  // Chromium's own answer to a device that fails, seen with --fail-audio-stream-creation: an error,
  // and `resume` hangs.
  it('go on after a failure of the sound device, with another context', () => {
    const sounds = makeSounds();
    sounds.play('success');
    audio.dispatchEvent(new Event('error'));
    const failed = audio;
    failed.suspend = () => Promise.reject(new Error('a failed context is left alone'));
    audio = new FakeAudio();
    vi.advanceTimersByTime(restAfterMs);
    sounds.play('error');
    expect([opened, audio.state, audio.peaks.length > 0]).toEqual([2, 'running', true]);
  });

  it('have the chosen volume, never beyond a speaker’s limit, and are silent if they are off', () => {
    const sounds = makeSounds();
    sounds.play('done');
    const plain = Math.max(...audio.peaks);
    settings.soundVolume = 100;
    sounds.play('done');
    expect(Math.max(...audio.peaks)).toBeCloseTo(plain * 2);
    expect(Math.max(...audio.peaks)).toBeLessThanOrEqual(1);
    settings.sounds = false;
    const before = audio.peaks.length;
    sounds.play('done');
    expect(audio.peaks).toHaveLength(before);
  });

  it('are as loud as a speaker may be in the set for loud halls, each of them', () => {
    const sounds = makeSounds();
    settings.soundVolume = 100;
    for (const name of ['success', 'warning', 'error', 'done'] as const) {
      const play = (soundSet: 'usual' | 'loud'): number => {
        settings.soundSet = soundSet;
        audio.peaks.length = 0;
        sounds.play(name);
        return Math.max(...audio.peaks);
      };
      expect(play('usual')).toBeLessThan(1);
      expect(play('loud')).toBe(1);
    }
  });
});
