import { settings } from "./settings.svelte";
import type { BarItem } from "./types";
import type { LogLine } from "./wire";

/** Short sounds that the browser makes itself. */
export type Sound = "dice" | "step" | "hit" | "danger" | "end";

/** What a line of the log sounds like; most are silent. The bar says which numbers are danger. */
export function soundOf(line: Pick<LogLine, "facts">, bar: readonly BarItem[]): Sound | null {
  const dangers = bar.filter((item) => item.danger).map((item) => item.id);
  const kinds = new Set(line.facts.map(([kind, what = ""]) => (kind === "counted" && dangers.includes(what) ? "danger" : kind)));
  if (kinds.has("danger")) return "danger";
  if (kinds.has("removed")) return "hit";
  if (kinds.has("rolled")) return "dice";
  if (kinds.has("moved")) return "step";
  return null;
}

let context: AudioContext | null = null;

function tone(at: number, pitch: number, to: number, length: number, loud: number, kind: OscillatorType): void {
  if (!context) return;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = kind;
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(loud * settings.volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(gain).connect(context.destination);
  voice.start(at);
  voice.stop(at + length);
}

function noise(at: number, length: number, loud: number, pitch: number): void {
  if (!context) return;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud * settings.volume;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

const VOICES: Record<Sound, (at: number) => void> = {
  dice: (at) => [0, 0.07, 0.12, 0.2].forEach((later, i) => noise(at + later, 0.05, 0.5 - i * 0.08, 2400 - i * 300)),
  step: (at) => noise(at, 0.06, 1, 500),
  hit: (at) => {
    noise(at, 0.18, 0.9, 900);
    tone(at, 160, 50, 0.2, 0.5, "triangle");
  },
  danger: (at) => [0, 0.22].forEach((later) => tone(at + later, 620, 880, 0.2, 0.25, "sawtooth")),
  end: (at) => [392, 523, 659].forEach((pitch, i) => tone(at + i * 0.16, pitch, pitch, 0.35, 0.3, "triangle")),
};

/** Make a sound, if sounds are wanted. */
export function play(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  VOICES[sound](context.currentTime + 0.01);
}
