/** Opus, as Ogg, WebM and MP4 carry it. libopus gives 16 kHz by itself, which is what is needed. */
import { OpusDecoder } from 'opus-decoder';
import { viewOf } from '../byte-reader.ts';
import { type SoundBlock, SoundError } from '../sound-block.ts';

const SAMPLE_RATE = 16_000;
const HEAD_RATE = 48_000;
/** Packets that are decoded together: 20 ms each, as a rule. */
const TOGETHER = 100;

/** `head` is the description that begins with `OpusHead`; without one there is one channel. */
export async function* decodeOpus(
  head: Uint8Array | undefined,
  packets: AsyncIterable<Uint8Array>,
): AsyncGenerator<SoundBlock> {
  const channels = head?.[9] ?? 1;
  if (channels > 2) throw new SoundError(`The recording has ${channels} channels. One or two are read.`);
  const preSkip = head === undefined || head.length < 12 ? 0 : viewOf(head).getUint16(10, true);
  const decoder = new OpusDecoder({
    sampleRate: SAMPLE_RATE,
    channels,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: channels === 1 ? [0] : [0, 1],
    preSkip: Math.round((preSkip * SAMPLE_RATE) / HEAD_RATE),
    forceStereo: false,
  });
  await decoder.ready;
  try {
    let waiting: Uint8Array[] = [];
    const flush = (): SoundBlock => {
      const { channelData } = decoder.decodeFrames(waiting);
      waiting = [];
      return { sampleRate: SAMPLE_RATE, channels: channelData.slice(0, channels) };
    };
    for await (const packet of packets) {
      if (packet.length === 0 || packet.length > MOST_PACKET_BYTES) continue;
      waiting.push(Uint8Array.from(packet));
      if (waiting.length === TOGETHER) yield flush();
    }
    if (waiting.length > 0) yield flush();
  } finally {
    decoder.free();
  }
}

/** RFC 6716: 48 frames of at most 1,275 bytes. */
const MOST_PACKET_BYTES = 61_440;
