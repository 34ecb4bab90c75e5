/** The listening copy: 16 kHz, eight bits a sample (ITU G.711). It plays in every browser once it is expanded, and a time in it is a place in it. */

const BIAS = 132;
const MOST = 32_635;

export function toMuLaw(sample: number): number {
  const scaled = Math.round(Math.max(-1, Math.min(1, sample)) * 32_768);
  const sign = scaled < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(scaled), MOST) + BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

/** Samples between -32,768 and 32,767 by byte. */
const EXPANDED = Int16Array.from({ length: 256 }, (_, byte) => {
  const inverted = ~byte & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + BIAS) << ((inverted & 0x70) >> 4);
  return (inverted & 0x80) === 0 ? magnitude - BIAS : BIAS - magnitude;
});

export function fromMuLaw(byte: number): number {
  return EXPANDED[byte] ?? 0;
}
