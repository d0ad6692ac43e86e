import type { Settings } from '#shared/contract/settings.ts';

/**
 * Distinct in a loud hall: up for right, low twice for wrong, three steps for done, four knocks for
 * a question.
 */
export type SoundName = 'success' | 'warning' | 'error' | 'done';

interface Beep {
  readonly hertz: number;
  readonly fromS: number;
  readonly lengthS: number;
  readonly shape: OscillatorType;
  readonly volume: number;
}

const sounds: Readonly<Record<SoundName, readonly Beep[]>> = {
  success: [
    { hertz: 988, fromS: 0, lengthS: 0.07, shape: 'sine', volume: 0.35 },
    { hertz: 1319, fromS: 0.07, lengthS: 0.11, shape: 'sine', volume: 0.35 },
  ],
  warning: [0, 0.11, 0.22, 0.33].map((fromS) => ({
    hertz: 523,
    fromS,
    lengthS: 0.06,
    shape: 'square',
    volume: 0.25,
  })),
  error: [
    { hertz: 196, fromS: 0, lengthS: 0.16, shape: 'square', volume: 0.22 },
    { hertz: 165, fromS: 0.22, lengthS: 0.26, shape: 'square', volume: 0.22 },
  ],
  done: [
    { hertz: 659, fromS: 0, lengthS: 0.12, shape: 'triangle', volume: 0.4 },
    { hertz: 831, fromS: 0.13, lengthS: 0.12, shape: 'triangle', volume: 0.4 },
    { hertz: 1319, fromS: 0.26, lengthS: 0.3, shape: 'triangle', volume: 0.4 },
  ],
};

/**
 * An octave up and square, where machines are quieter and ears are keener, and as loud as a speaker
 * may be at 100.
 */
function makeLoud(beep: Beep): Beep {
  return { ...beep, hertz: beep.hertz * 2, shape: 'square', volume: 0.5 };
}

/** The beeps as they are, which is half of a volume of 100. */
const plainVolume = 50;

/** An open audio stream keeps a computer awake: it is suspended this long after the last sound. */
export const restAfterMs = 5_000;

type Loudness = Pick<Settings, 'sounds' | 'soundSet' | 'soundVolume'>;

export class Sounds {
  readonly #read: () => Loudness;
  readonly #open: () => AudioContext;
  #context: AudioContext | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Loudness, open: () => AudioContext) {
    this.#read = read;
    this.#open = open;
  }

  play(name: SoundName): void {
    const { sounds: isOn, soundSet, soundVolume } = this.#read();
    if (!isOn) return;
    this.#context ??= this.#openContext();
    const context = this.#context;
    // The system keeps it suspended until the first key or click; between sounds it rests.
    if (context.state !== 'running') void context.resume();
    for (const beep of soundSet === 'loud' ? sounds[name].map(makeLoud) : sounds[name])
      this.#playBeep(context, { ...beep, volume: (beep.volume * soundVolume) / plainVolume });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), restAfterMs);
  }

  /** Lets go of the sound card: a page may hold some sixteen audio streams. */
  rest(): void {
    clearTimeout(this.#timer);
    void this.#context?.suspend();
  }

  /**
   * A speaker that goes away, sleep or a driver's reset silence a context for good: the next sound
   * opens another one.
   */
  #openContext(): AudioContext {
    const context = this.#open();
    context.addEventListener('error', () => {
      this.#context = null;
    });
    return context;
  }

  #playBeep(context: AudioContext, { hertz, fromS, lengthS, shape, volume }: Beep): void {
    const start = context.currentTime + fromS;
    const gain = context.createGain();
    // Ramps at both ends: a hard edge would click.
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.008);
    gain.gain.setValueAtTime(volume, start + lengthS - 0.02);
    gain.gain.linearRampToValueAtTime(0, start + lengthS);
    const oscillator = context.createOscillator();
    oscillator.type = shape;
    oscillator.frequency.value = hertz;
    oscillator.connect(gain);
    gain.connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + lengthS);
  }
}
