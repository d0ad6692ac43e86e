/** Three sounds that nobody confuses in a loud hall: up for right, low and twice for wrong, three steps for done. */
export type SoundName = 'success' | 'error' | 'done';

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

export class Sounds {
  readonly #enabled: () => boolean;
  #context: AudioContext | null = null;

  constructor(enabled: () => boolean) {
    this.#enabled = enabled;
  }

  play(name: SoundName): void {
    if (!this.#enabled()) return;
    const context = (this.#context ??= new AudioContext());
    // Until the first key or click the system keeps it suspended.
    if (context.state === 'suspended') void context.resume();
    for (const beep of sounds[name]) this.#playBeep(context, beep);
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
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + lengthS);
  }
}
