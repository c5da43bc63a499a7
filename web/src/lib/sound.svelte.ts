/** Small sounds for what happens, made as they are needed: no file is fetched. Silent until they are turned on. */
import type { Act, LogLine } from "./wire.ts";

const KEY = "fray.sound";
/** A tone: how high in hertz, how long in seconds, how loud, and whether it is noise through a filter instead. */
interface Tone {
  hertz: number;
  to?: number;
  lasts: number;
  loud: number;
  noise?: boolean;
  after?: number;
}
const DICE: Tone[] = [0, 0.05, 0.11, 0.16].map((after) => ({
  hertz: 2600,
  lasts: 0.03,
  loud: 0.25,
  noise: true,
  after,
}));
const STEPS: Tone[] = [0, 0.14].map((after) => ({ hertz: 300, lasts: 0.06, loud: 0.18, noise: true, after }));
const STEEL: Tone[] = [
  { hertz: 2100, to: 1500, lasts: 0.25, loud: 0.12 },
  { hertz: 3300, to: 2700, lasts: 0.18, loud: 0.07 },
];
const BOW: Tone[] = [{ hertz: 1400, to: 300, lasts: 0.16, loud: 0.22, noise: true }];
const SPELL: Tone[] = [{ hertz: 420, to: 980, lasts: 0.35, loud: 0.1 }];
const FALL: Tone[] = [{ hertz: 140, to: 60, lasts: 0.3, loud: 0.3 }];
const HORN: Tone[] = [
  { hertz: 233, lasts: 0.22, loud: 0.12 },
  { hertz: 311, lasts: 0.4, loud: 0.12, after: 0.2 },
];
const SOUNDS: Partial<Record<Act, Tone[]>> = {
  go: STEPS,
  charge: STEPS,
  strike: BOW,
  cast: SPELL,
  blast: SPELL,
  hit: STEEL,
  critical: STEEL,
  out: FALL,
  down: FALL,
  drop: FALL,
};

class Sound {
  on = $state(kept());
  #context: AudioContext | null = null;

  set(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // A browser that keeps nothing still plays what was turned on.
    }
    if (on) this.#play(HORN);
  }

  /** What has just been told: each kind of sound once, however often it happened. */
  told(lines: LogLine[]): void {
    if (!this.on || lines.length === 0) return;
    const heard = new Set(lines.flatMap((line) => SOUNDS[line.happening?.act ?? "say"] ?? []));
    if (lines.some((line) => line.roll)) this.#play(DICE);
    this.#play([...heard]);
  }

  /** Somebody at this table has to decide. */
  calls(): void {
    if (this.on) this.#play(HORN);
  }

  #play(tones: Tone[]): void {
    if (tones.length === 0 || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    for (const tone of tones) {
      const begins = context.currentTime + (tone.after ?? 0);
      const volume = context.createGain();
      volume.gain.setValueAtTime(tone.loud, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + tone.lasts);
      volume.connect(context.destination);
      const source = tone.noise ? noise(context, tone, begins, volume) : wave(context, tone, begins, volume);
      source.start(begins);
      source.stop(begins + tone.lasts);
    }
  }
}

function wave(context: AudioContext, { hertz, to, lasts }: Tone, begins: number, into: AudioNode): OscillatorNode {
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.setValueAtTime(hertz, begins);
  if (to) source.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  source.connect(into);
  return source;
}

function noise(
  context: AudioContext,
  { hertz, to, lasts }: Tone,
  begins: number,
  into: AudioNode,
): AudioBufferSourceNode {
  const source = context.createBufferSource();
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(hertz, begins);
  if (to) filter.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  source.connect(filter).connect(into);
  return source;
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export const sound = new Sound();
